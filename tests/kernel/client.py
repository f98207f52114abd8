"""The kernel met by Jupyter's own client. Each function `test_…` gets a kernel that runs; the arguments are the command `sprague` and an
empty folder. Says which tests passed; the first failure ends it with its story."""

import os
import queue
import signal
import socket
import struct
import subprocess
import sys
import time

PATIENCE = 120


def begin(command, folder):
    """Installs the kernel below the folder, and starts it as Jupyter does."""
    subprocess.run([command, "kernel", "install", "--prefix", folder], check=True, stdout=subprocess.DEVNULL)
    os.environ["JUPYTER_PATH"] = os.path.join(folder, "share", "jupyter")
    from jupyter_client.manager import KernelManager

    manager = KernelManager(kernel_name="sprague")
    manager.start_kernel(cwd=folder, stderr=open(os.path.join(folder, "log"), "w"))
    client = manager.client()
    client.start_channels()
    client.wait_for_ready(timeout=PATIENCE)
    return manager, client


def heard(client, asked):
    """The next message that everybody hears of this request."""
    while True:
        message = client.get_iopub_msg(timeout=PATIENCE)
        if message["parent_header"].get("msg_id") == asked:
            return message


def until_idle(client, asked):
    messages = []
    while not messages or messages[-1]["content"].get("execution_state") != "idle":
        messages.append(heard(client, asked))
    return [m for m in messages if m["msg_type"] not in ("status", "execute_input")]


def answer(client, asked):
    while True:
        reply = client.get_shell_msg(timeout=PATIENCE)
        if reply["parent_header"].get("msg_id") == asked:
            return reply["content"]


def run(client, code, **wishes):
    """Runs a cell: the reply, and what everybody heard."""
    asked = client.execute(code, **wishes)
    said = until_idle(client, asked)
    return answer(client, asked), said


def results(said):
    return [m["content"]["data"] for m in said if m["msg_type"] in ("execute_result", "display_data")]


def value(client, code):
    reply, said = run(client, code)
    assert reply["status"] == "ok", reply
    return results(said)[-1]["text/plain"]


def equal(found, expected):
    assert found == expected, f"expected {expected!r}, found {found!r}"


def test_info(manager, client):
    info = answer(client, client.kernel_info())
    assert info["protocol_version"].startswith("5."), info
    equal(info["language_info"]["file_extension"], ".cgt")
    equal(info["status"], "ok")
    equal(answer(client, client.comm_info())["comms"], {})
    time.sleep(1.5)
    assert client.hb_channel.is_beating(), "the heart beats"


def test_rich_results(manager, client):
    reply, said = run(client, "1/4\nprint(7)\n[1/2, *3]")
    equal([m["msg_type"] for m in said], ["execute_result", "stream", "execute_result"])
    first, last = results(said)
    equal(first, {"text/plain": "1/4", "text/latex": "$\\displaystyle \\frac{1}{4}$"})
    equal(last["text/plain"], "[1/2, *3]")
    equal(said[1]["content"], {"name": "stdout", "text": "7\n"})
    equal(said[0]["content"]["execution_count"], reply["execution_count"])
    [table] = results(run(client, "table(n -> n^2, 0..3)")[1])
    assert "<table>" in table["text/html"] and "0  1  4  9" in table["text/plain"], table
    for code in ("hasse(subsets(2))", "tree(*2)", "thermograph(<2 | -1>)", "draw(<2 | 0>)"):
        [picture] = results(run(client, code)[1])
        assert picture["image/svg+xml"].startswith("<svg"), (code, picture)
    board, worth = results(run(client, 'Domineering("..|..")')[1])
    assert board["image/svg+xml"].startswith("<svg") and "1 . ." in board["text/plain"], board
    equal(worth, {"text/plain": 'Domineering("..|..") = +-1'})
    [check] = results(run(client, "check *2 + *3 == *4")[1])
    assert "The true value is" in check["text/html"] and "FAILED" in check["text/plain"] and "\x1b" not in check["text/plain"], check


def test_errors(manager, client):
    value(client, "kept = 3\nkept")
    reply, said = run(client, "kept = 4\n1/0\n")
    [error] = said
    equal((error["msg_type"], error["content"]["ename"]), ("error", "E0303"))
    equal(error["content"]["evalue"], "division by zero")
    trace = "\n".join(error["content"]["traceback"])
    assert f"In[{reply['execution_count']}]:2:1" in trace and "the divisor is 0" in trace, trace
    equal((reply["status"], reply["ename"], reply["traceback"]), ("error", "E0303", error["content"]["traceback"]))
    equal(value(client, "kept"), "3")
    equal(run(client, ":names")[0]["status"], "error")
    _, said = run(client, "x = 1 +")
    equal(said[0]["content"]["ename"], "E0101")


def test_what_waits_behind_an_error(manager, client):
    cells = [client.execute(code) for code in ("1/0", "never = 1", "2 + 2")]
    equal([answer(client, asked)["status"] for asked in cells], ["error", "aborted", "aborted"])
    cells = [client.execute(code, stop_on_error=False) for code in ("1/0", "2 + 2")]
    equal([answer(client, asked)["status"] for asked in cells], ["error", "ok"])
    equal(run(client, "never")[0]["ename"], "E0201")


def test_help(manager, client):
    for code in ("?mex", "mex?"):
        [page] = results(run(client, code)[1])
        assert "mex(" in page["text/plain"] and "<h3>" in page["text/html"], page
    assert "division" in results(run(client, "?E0303")[1])[0]["text/plain"]
    assert "mex" in run(client, "?mexx")[0]["traceback"][-1]
    reply = answer(client, client.inspect("1 + mex({1}", cursor_pos=5))
    assert reply["found"] and "mex(" in reply["data"]["text/plain"], reply
    reply = answer(client, client.inspect("é = mex({1, "))
    assert reply["found"] and "mex(" in reply["data"]["text/html"], reply
    value(client, "mine = <1 | 2>\nmine")
    assert "<1 | 2>" in answer(client, client.inspect("mine"))["data"]["text/plain"]
    equal(answer(client, client.inspect("nothing_such"))["found"], False)


def test_completion(manager, client):
    value(client, "some_number = 3\nsome_number")
    reply = answer(client, client.complete("é + some_n + 1", cursor_pos=10))
    equal((reply["matches"], reply["cursor_start"], reply["cursor_end"]), (["some_number"], 4, 10))
    reply = answer(client, client.complete("therm"))
    assert "thermograph" in reply["matches"], reply
    [kind] = [k for k in reply["metadata"]["_jupyter_types_experimental"] if k["text"] == "thermograph"]
    equal((kind["type"], kind["signature"]), ("function", "thermograph(g)"))
    reply = answer(client, client.complete("Kayles(5)."))
    assert "moves" in reply["matches"] and reply["cursor_start"] == 10, reply
    equal(answer(client, client.complete("?gru"))["matches"][:1], ["grundy"])
    equal(answer(client, client.complete('"me'))["matches"], [])
    equal(answer(client, client.complete("mex", cursor_pos=10**30))["cursor_end"], 3)


def test_finished_or_not(manager, client):
    def status(code):
        return answer(client, client.is_complete(code))["status"]

    equal([status(code) for code in ("1", "game G(n)", "1 + )")], ["complete", "incomplete", "invalid"])


def test_history(manager, client):
    run(client, "1 + 2")
    run(client, "2 + 2", store_history=False)
    reply = answer(client, client.history(hist_access_type="tail", n=1, output=True, raw=True))
    [[session, number, [typed, said]]] = reply["history"]
    equal((session, typed, said), (1, "1 + 2", "3"))
    reply = answer(client, client.history(hist_access_type="range", session=0, start=number, stop=number + 1, raw=True))
    equal(reply["history"], [[1, number, "1 + 2"]])


def test_silence_and_expressions(manager, client):
    before, _ = run(client, "1")
    reply, said = run(client, "secret = 5\nprint(1)\nsecret", silent=True)
    equal((said, reply["execution_count"]), ([], before["execution_count"]))
    reply, said = run(client, "2", user_expressions={"good": "secret + 1", "bad": "1/0"})
    good, bad = reply["user_expressions"]["good"], reply["user_expressions"]["bad"]
    equal((good["status"], good["data"]["text/plain"]), ("ok", "6"))
    equal((bad["status"], bad["ename"]), ("error", "E0303"))


def test_long_output(manager, client):
    _, said = run(client, "for i in 1..20000 do print(i) end")
    text = "".join(m["content"]["text"] for m in said)
    equal(text, "".join(f"{i}\n" for i in range(1, 20001)))
    assert len(said) < 2000, f"{len(said)} messages for 20000 lines"


FOREVER = 'print("early")\ni = 0\nwhile true do i = i + 1 end'


def expect_interrupted(client, asked):
    reply = answer(client, asked)
    equal((reply["status"], reply["ename"]), ("error", "E0505"))
    until_idle(client, asked)
    equal(value(client, "1 + 1"), "2")


def test_interruption_and_progress(manager, client):
    asked = client.execute(FOREVER)
    seen = []
    while "update_display_data" not in seen:
        message = heard(client, asked)
        seen.append(message["msg_type"])
        if message["msg_type"] == "display_data":
            equal(message["content"]["metadata"], {"sprague": "progress"})
        if message["msg_type"] == "update_display_data":
            assert " s" in message["content"]["data"]["text/plain"], message
    assert seen.index("stream") < seen.index("display_data"), seen
    manager.interrupt_kernel()
    expect_interrupted(client, asked)
    # At once, while the library is being read perhaps; and by the signal.
    asked = client.execute(FOREVER)
    while heard(client, asked)["msg_type"] != "execute_input":
        pass
    manager.interrupt_kernel()
    expect_interrupted(client, asked)
    process = manager.provisioner.pid
    if hasattr(signal, "SIGKILL"):
        for _ in range(2):
            asked = client.execute(FOREVER)
            while heard(client, asked)["msg_type"] != "stream":
                pass
            os.kill(process, signal.SIGINT)
            expect_interrupted(client, asked)
            os.kill(process, signal.SIGINT)
            equal(value(client, "2 + 2"), "4")


def raw(manager, port):
    return socket.create_connection((manager.ip, port), timeout=10)


def introduced(manager, port):
    """A connection that has said who it is, as the transport wants it."""
    stream = raw(manager, port)
    stream.sendall(b"\xff" + bytes(8) + b"\x7f\x03\x00NULL" + bytes(16 + 1 + 31))
    ready = b"\x05READY\x0bSocket-Type" + struct.pack(">I", 6) + b"DEALER"
    stream.sendall(b"\x04" + bytes([len(ready)]) + ready)
    return stream


def test_strangers(manager, client):
    import zmq
    from jupyter_client.session import Session

    # Signed with another key, or not at all; parts missing; no dictionaries.
    for port in (manager.shell_port, manager.control_port):
        with zmq.Context() as context, context.socket(zmq.DEALER) as stranger:
            stranger.linger = 1000
            stranger.connect(f"tcp://{manager.ip}:{port}")
            for key in (b"another", b""):
                session = Session(key=key)
                session.send(stranger, "execute_request", {"code": "stolen = 1", "silent": False})
                session.send(stranger, "shutdown_request", {"restart": False})
            good = Session(key=client.session.key)
            for frames in ([], [b""], [b"<IDS|MSG>"], [b"<IDS|MSG>", b"", b"{}"], [b"x"] * 900):
                stranger.send_multipart(frames or [b"nothing"])
            for parts in ([b"[]"] * 4, [b"{}"] * 4, [b'{"msg_type": 5}', b"{}", b"{}", b"{}"], [b"\xff", b"{", b"{}", b"{}"]):
                stranger.send_multipart([b"<IDS|MSG>", good.sign(parts), *parts])
            # Well signed, and still wrong: no code, a wrong type, nothing that is known.
            for kind, content in (("execute_request", {}), ("complete_request", {"code": 5}), ("dance_request", {"x": 1})):
                good.send(stranger, kind, content)
            stranger.RCVTIMEO = 500
            try:
                while True:
                    frames = stranger.recv_multipart()
                    reply = good.deserialize(good.feed_identities(frames)[1])
                    equal(reply["content"]["status"], "error")
            except zmq.Again:
                pass
    # Bytes that are no message; a frame that says it is enormous; half a greeting.
    ports = (manager.shell_port, manager.control_port, manager.iopub_port, manager.stdin_port, manager.hb_port)
    left = []
    for port in ports:
        with raw(manager, port) as stream:
            stream.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" + bytes(100))
        with introduced(manager, port) as stream:
            stream.sendall(b"\x02" + struct.pack(">Q", 2**50))
            while stream.recv(1000):
                pass
        with introduced(manager, port) as stream:
            stream.sendall(bytes(range(256)) * 10)
        left.append(raw(manager, port))
        left[-1].sendall(b"\xff\0")
    with introduced(manager, manager.iopub_port) as stream:
        stream.sendall(b"\x00\x00" + b"\x00\x01\x07" + b"\x00\x05\x01wish")
    equal(run(client, "stolen")[0]["ename"], "E0201")
    equal(value(client, "20 + 2"), "22")
    for stream in left:
        stream.close()


def test_restart_and_end(manager, client):
    value(client, "mine = 7\nmine")
    manager.restart_kernel(now=False)
    client.wait_for_ready(timeout=PATIENCE)
    equal(run(client, "mine")[0]["ename"], "E0201")
    # In the midst of a computation.
    asked = client.execute(FOREVER)
    while heard(client, asked)["msg_type"] != "stream":
        pass
    client.shutdown()
    reply = client.get_control_msg(timeout=PATIENCE)
    equal((reply["msg_type"], reply["content"]), ("shutdown_reply", {"status": "ok", "restart": False}))
    for _ in range(100):
        if not manager.is_alive():
            return
        time.sleep(0.1)
    raise AssertionError("the process goes on")


def main():
    command, folder, *wanted = sys.argv[1:]
    manager, client = begin(command, folder)
    try:
        # In the order in which they stand here; the last one ends the kernel.
        for name, test in list(globals().items()):
            if name.startswith("test_") and (not wanted or name in wanted):
                begun = time.time()
                test(manager, client)
                print(f"ok {name} {time.time() - begun:.1f} s", flush=True)
    except queue.Empty:
        raise SystemExit(f"{name}: no answer") from None
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


if __name__ == "__main__":
    main()
