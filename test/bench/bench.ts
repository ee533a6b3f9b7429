// `npm run bench`: measures the speed of kadm as ratios to floors that are measured in the same run. A slow result is not a failure.
import {mkdtempSync, rmSync} from 'node:fs'
import {availableParallelism, cpus, loadavg, tmpdir} from 'node:os'
import {join} from 'node:path'

import {limitRanges, quotas, restrictedPods} from './admissions.js'
import {browsers} from './browser.js'
import {capacities} from './capacity.js'
import {diffs} from './diff.js'
import {withKubeconform} from './kubeconform.js'
import {print} from './print.js'
import {lintMany, startUp} from './programs.js'
import {replays} from './replay.js'
import {workloads} from './workloads.js'

/** Benchmarks by their letters on the command line; each gets a folder for its files. */
const benchmarks: Readonly<Record<string, (folder: string) => Promise<void> | void>> = {
  a: startUp, b: lintMany, c: limitRanges, d: quotas, e: replays, f: workloads, g: capacities, h: withKubeconform, i: diffs, j: restrictedPods, k: browsers,
}

const chosen = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'kadm-bench-'))
try {
  print(`Node.js ${process.version}, ${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown'}, load ${loadavg()[0]?.toFixed(1) ?? '?'}`)
  for (const [name, run] of Object.entries(benchmarks)) {
    if (chosen.length === 0 || chosen.includes(name)) await run(folder)
  }
} finally {
  rmSync(folder, {recursive: true, force: true})
}
