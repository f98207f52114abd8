"""Runs a notebook by nbclient, and compares what its cells say with what is stored in it. The arguments are the command `sprague`, an empty
folder and the notebook; with UPDATE=1 in the environment the notebook is written anew."""

import json
import os
import subprocess
import sys

import nbformat
from nbclient import NotebookClient


def outputs(notebook):
    """What every cell says, but for how far long computations were."""

    def is_progress(output):
        return output.get("metadata", {}).get("sprague") == "progress"

    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return [[output for output in cell.outputs if not is_progress(output)] for cell in cells]


def main():
    command, folder, path = sys.argv[1:]
    subprocess.run([command, "kernel", "install", "--prefix", folder], check=True, stdout=subprocess.DEVNULL)
    os.environ["JUPYTER_PATH"] = os.path.join(folder, "share", "jupyter")
    stored = nbformat.read(path, as_version=4)
    nbformat.validate(stored)
    fresh = nbformat.from_dict(json.loads(json.dumps(stored)))
    for cell in fresh.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    client = NotebookClient(fresh, kernel_name="sprague", timeout=300, record_timing=False, resources={"metadata": {"path": folder}})
    client.execute()
    if os.environ.get("UPDATE") == "1":
        for cell, said in zip([cell for cell in fresh.cells if cell.cell_type == "code"], outputs(fresh)):
            cell.outputs = said
        nbformat.write(fresh, path)
        return
    wrong = 0
    for number, (before, now) in enumerate(zip(outputs(stored), outputs(fresh)), 1):
        if before != now:
            wrong += 1
            print(f"cell {number} says something else:\nstored: {json.dumps(before, indent=1)}\nnow: {json.dumps(now, indent=1)}")
    print(f"{len(outputs(fresh))} cells, {wrong} wrong")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
