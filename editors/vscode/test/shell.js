// Whatever files and commands are called, a shell gets them as they are.

const assert = require('assert');
const { execFileSync } = require('child_process');
const { line } = require('../shell');

const words = ['a b', "it's", '$HOME `x` "y"', 'back\\slash', 'ümlaut', '*', '!', 'plain.cgt', ''];
// Systems without such a shell have those below.
if (process.platform !== 'win32') {
  const said = execFileSync('/bin/sh', ['-c', line('/bin/sh', ['printf', '%s|', ...words])], { encoding: 'utf8' });
  assert.equal(said, words.map((word) => `${word}|`).join(''));
}

assert.equal(line('/bin/bash', ['sprague', '/games/one.cgt']), 'sprague /games/one.cgt');
assert.equal(line('/bin/zsh', ['/opt/my games/sprague', 'one.cgt']), "'/opt/my games/sprague' one.cgt");
const windows = ['C:\\My Games\\sprague.exe', "C:\\it's.cgt"];
assert.equal(line('C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe', windows), "& 'C:\\My Games\\sprague.exe' 'C:\\it''s.cgt'");
assert.equal(line('/usr/bin/pwsh', ['sprague', 'my file.cgt']), "sprague 'my file.cgt'");
assert.equal(line('C:\\Windows\\System32\\cmd.exe', windows), '"C:\\My Games\\sprague.exe" "C:\\it\'s.cgt"');
