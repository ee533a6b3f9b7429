// `npm run tables`: writes the tables of src/machinery that come from Kubernetes and Go (see README.md).
import {writeFileSync} from 'node:fs'
import {fileURLToPath} from 'node:url'

import {knownReleases, releaseOf} from './releases.js'
import {timeZonesFile, timeZoneTable} from './time-zones.js'
import {writeTables} from './write-tables.js'

const usage = `usage: npm run tables                    write all tables again
       npm run tables -- 1.37            write the tables of a version; a new one becomes known to kadm
       npm run tables -- 1.36.4          ... of a patch release
       npm run tables -- time-zones      write the table of time zones`

function tables([what, ...others]: readonly string[]): void {
  if (others.length > 0 || (what !== undefined && !/^(?:1\.\d+(?:\.\d+)?|time-zones)$/.test(what))) throw new Error(usage)
  if (what === undefined || what === 'time-zones') writeFileSync(timeZonesFile, timeZoneTable())
  if (what !== 'time-zones') writeTables(what === undefined ? knownReleases() : [releaseOf(what)])
}

process.chdir(fileURLToPath(new URL('../..', import.meta.url)))
try {
  tables(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`tables: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
}
