import {zoneTable} from './time-zone-table.js'

const {names, folders} = readTable(zoneTable)

function readTable(table: string): {readonly names: ReadonlySet<string>, readonly folders: ReadonlySet<string>} {
  const names = new Set<string>()
  const folders = new Set<string>()
  let region = ''
  for (const word of table.trim().split(/\s+/)) {
    if (word.endsWith(':')) region = word.slice(0, -1)
    else names.add(region === '' ? word : `${region}/${word}`)
    if (region !== '') folders.add(region)
  }
  return {names, folders}
}

/** The error of Go's time.LoadLocation for an unknown time zone; undefined for a known one. */
export function locationError(name: string): string | undefined {
  if (name === '' || name === 'UTC' || name === 'Local') return undefined
  if (name.includes('..') || /^[/\\]/.test(name)) return 'time: invalid location name'
  // Zones are files to the server, and regions folders.
  if (folders.has(name)) return 'is a directory'
  return names.has(name) ? undefined : `unknown time zone ${name}`
}
