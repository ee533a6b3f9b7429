// `npm run prepare`: builds after an installation from a clone or from git. A global installation straight from
// git (`npm install -g git+...`, which is what pre-commit does) leaves out what building needs: it is installed first.
import {spawnSync} from 'node:child_process'
import {createRequire} from 'node:module'
import {fileURLToPath} from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))

function run(command, args) {
  const {status} = spawnSync(command, args, {cwd: root, stdio: 'inherit', shell: process.platform === 'win32' && command === 'npm'})
  if (status !== 0) process.exit(status ?? 1)
}

function isInstalled(name) {
  try {
    createRequire(import.meta.url).resolve(name)
    return true
  } catch {
    return false
  }
}

// npm hands its own settings on to the scripts that it runs: that the installation is a global one, for one.
if (!isInstalled('esbuild')) run('npm', ['ci', '--ignore-scripts', '--include=dev', '--global=false', '--location=project', '--no-audit', '--no-fund'])
// npm prepares more than once to install from git.
run(process.execPath, ['scripts/build.js', '--if-changed'])
// A run writes the code cache (src/start/code-cache.ts), with which later runs start faster.
spawnSync(process.execPath, ['bin/run.js', 'lint', 'samples/quickstart'], {cwd: root, stdio: 'ignore'})
