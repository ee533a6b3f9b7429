import {execFile} from 'node:child_process'
import {mkdtempSync, readFileSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {promisify} from 'node:util'

import {terminalColumns, terminalPicture} from './terminal-picture.js'

/** The folder of the pictures of terminals. */
const picturesFolder = 'docs/images'

/** The command line of each picture, by the name of its file. Statuses 0 and 1 are results. */
const commands: Readonly<Record<string, string>> = {
  lint: 'kadm lint samples/limit-range/misspelt.yaml samples/quickstart',
  fix: 'kadm lint --fix --dry-run samples/limit-range/misspelt.yaml',
  simulate: 'kadm simulate samples/quickstart/pod.yaml --ns dev --quiet',
  explain: 'kadm explain samples/explain/pod.yaml -p samples/explain/policies.yaml',
  quota: 'kadm explain quota compute -p samples/explain/policies.yaml --existing samples/explain/running.yaml',
  rollout: 'kadm simulate samples/workloads/rolling-update/new.yaml --existing samples/workloads/rolling-update/running.yaml',
  capacity: 'kadm capacity samples/workloads/autoscaler',
  'pod-security': 'kadm pod-security samples/pod-security',
  test: 'kadm test samples/policy-tests --no-times',
}

/** The chart that `--plots` writes, and the command line that writes it. */
const chart = {name: 'capacity-chart', command: 'kadm capacity samples/workloads/autoscaler', file: 'capacity-quotas-shop.svg'}

/** Makes the standard streams terminals. */
const terminal = `for (const stream of [process.stdout, process.stderr]) Object.assign(stream, {isTTY: true, columns: ${terminalColumns}, getWindowSize: () => [${terminalColumns}, 50]})`

const preload = `data:text/javascript,${encodeURIComponent(terminal)}`

/** Runs the built program in the root of the repository, as on a terminal. */
async function run(words: readonly string[]): Promise<string> {
  const {PATH} = process.env
  const options = {env: {PATH, TERM: 'xterm-256color', TZ: 'UTC'}, maxBuffer: 1 << 24}
  const result = await promisify(execFile)(process.execPath, ['--import', preload, 'bin/run.js', ...words], options)
    .catch((error: unknown) => {
      const {code, stdout, stderr} = error as {readonly code: unknown, readonly stdout: string, readonly stderr: string}
      if (code !== 1 || stdout === '') throw new Error(`kadm ${words.join(' ')} ended with ${String(code)}: ${stderr}`)
      return {stdout}
    })
  return result.stdout
}

/** Returns a chart of kadm by its path. */
async function chartPicture(): Promise<[string, string]> {
  const folder = mkdtempSync(join(tmpdir(), 'kadm-chart-'))
  try {
    await run([...chart.command.split(' ').slice(1), '--plots', folder])
    return [`${picturesFolder}/${chart.name}.svg`, readFileSync(join(folder, chart.file), 'utf8')]
  } finally {
    rmSync(folder, {recursive: true, force: true})
  }
}

/** Returns the pictures in the guides by path: the real output of kadm on a terminal, and a chart. */
export async function guidePictures(): Promise<Map<string, string>> {
  const pictures = Object.entries(commands).map(async ([name, command]): Promise<[string, string]> =>
    [`${picturesFolder}/${name}.svg`, terminalPicture({command, output: await run(command.split(' ').slice(1))})])
  return new Map(await Promise.all([...pictures, chartPicture()]))
}
