import * as fc from 'fast-check'
import {loadAll} from 'js-yaml'
import {readdirSync, readFileSync} from 'node:fs'

import {root} from '../../helpers/run-kadm.js'
import {anyBody} from '../../properties/arbitraries.js'

const vectors = `${root}test/conformance/vectors/`

/** The texts of all files below a folder of the repository with one of these extensions, in the order of their paths. */
export const textsBelow = (folder: string, extensions: RegExp): string[] => readdirSync(root + folder, {recursive: true, encoding: 'utf8'})
  .filter((path) => extensions.test(path)).sort().map((path) => readFileSync(`${root}${folder}/${path}`, 'utf8'))

/** Recorded cases: at most `most` of each file, evenly chosen. */
export function vectorCases(names: RegExp, maximum: number): Record<string, unknown>[] {
  return readdirSync(vectors).filter((name) => name.endsWith('.jsonl') && names.test(name)).sort().flatMap((name) => {
    const lines = readFileSync(vectors + name, 'utf8').trimEnd().split('\n')
    const step = Math.max(1, Math.floor(lines.length / maximum))
    return lines.filter((_, i) => i % step === 0).map((line) => JSON.parse(line) as Record<string, unknown>)
  })
}

type Body = Readonly<Record<string, unknown>>

interface Vector {
  readonly requests?: readonly {readonly object?: Body}[]
  readonly policies?: readonly Body[]
  readonly objects?: readonly Body[]
  readonly live?: Body
  readonly sent?: Body
  readonly steps?: readonly {readonly apply?: Body}[]
}

/** Objects of samples and recorded cases, and random ones. */
export function objectSeeds(): Body[] {
  const recorded = vectorCases(/^(?!quantity|selector|events|correlate|decode|admission-config)/, 60) as Vector[]
  const samples = textsBelow('samples', /\.yaml$/).flatMap(documentsOf)
  const scenarios = [...recorded, ...vectorCases(/^workload/, 200) as Vector[]].flatMap(scenarioOf)
  const random = fc.sample(anyBody, {seed: 16, numRuns: 100}) as Body[]
  const objects = [...samples, ...recorded.flatMap(({requests = [], policies = [], objects: existing = [], live, sent, steps = []}) =>
    [...requests.flatMap(({object}) => object ?? []), ...policies, ...existing, live, sent, ...steps.map(({apply}) => apply)]), ...scenarios, ...random]
  return objects.filter((object): object is Body => typeof object === 'object' && object !== null)
}

/** The objects of a recorded case as one list; none of a case with one object, or with two versions of one. */
function scenarioOf({requests = [], policies = [], objects = [], steps = []}: Vector): Body[] {
  const sent = [...requests.map(({object}) => object), ...steps.map(({apply}) => apply)].filter((object): object is Body => object !== undefined)
  const items = [...policies, ...objects, ...sent]
  const names = new Set(items.map(({kind, metadata}) => JSON.stringify([kind, metadata])))
  return items.length > 1 && items.length <= 8 && names.size === items.length ? [{apiVersion: 'v1', kind: 'List', items}] : []
}

/** The documents of a text; none of one with mistakes. */
function documentsOf(text: string): Body[] {
  try {
    return loadAll(text) as Body[]
  } catch {
    return []
  }
}

/** Texts of manifests: samples, fixtures and recorded input of kubectl. */
export const textSeeds = (): string[] => [
  ...textsBelow('samples', /\.(?:ya?ml|json)$/), ...textsBelow('test/fixtures/lint', /\.(?:ya?ml|json)$/),
  ...vectorCases(/^decode/, 200).flatMap(({text}) => typeof text === 'string' ? [text] : []),
].filter((text) => text.length < 8000)
