import {existsSync, readdirSync, readFileSync} from 'node:fs'

import {go} from './go.js'

/** The folder of the tables. */
export const schemaFolder = 'src/machinery/schema'

/** The folder of what other versions have otherwise than the one of the tables in full. */
export const differencesFolder = `${schemaFolder}/differences`

/** A release of Kubernetes: `1.36.3`. */
type Release = string

/** The minor version of a release: `1.36`. */
export const versionOf = (release: Release): string => release.split('.').slice(0, 2).join('.')

interface Dated {
  readonly kubernetesVersion: Release
}

const releaseIn = (file: string): Release => (JSON.parse(readFileSync(file, 'utf8')) as Dated).kubernetesVersion

/** The release of the tables in full. All other tables are differences from these. */
export const baseRelease = (): Release => releaseIn(`${schemaFolder}/api-fields.json`)

/** The releases that there are tables for, the one of the tables in full first. */
export const knownReleases = (): Release[] =>
  [baseRelease(), ...existsSync(differencesFolder) ? readdirSync(differencesFolder).sort().map((name) => releaseIn(`${differencesFolder}/${name}`)) : []]

/**
 * The release to take for a version: for `1.36` the one of its tables, or the newest of a version without tables.
 *
 * @throws Error if none is published
 */
export function releaseOf(version: string): Release {
  if (/\.\d+\.\d+$/.test(version)) return version
  const known = knownReleases().find((release) => versionOf(release) === version)
  if (known !== undefined) return known
  const published = go(['list', '-m', '-versions', 'k8s.io/kubernetes']).split(/\s+/).filter((release) => release.startsWith(`v${version}.`) && !release.includes('-'))
  const newest = published.at(-1)
  if (newest === undefined) throw new Error(`no release of Kubernetes ${version} is published as a Go module`)
  return newest.slice(1)
}
