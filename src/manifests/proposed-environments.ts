import {dirname} from 'node:path'

import {compareText} from '../machinery/go-text.js'
import {oneLine} from '../machinery/printable.js'
import type {Duplicate} from './duplicates.js'

/** A folder that can be an environment. */
export interface ProposedEnvironment {
  readonly name: string
  readonly folder: string
}

/** The folders under one parent that declare the same objects; none where duplicates are not told apart by a folder. */
export function environmentsAmong(duplicates: readonly Duplicate[]): readonly ProposedEnvironment[] {
  const children = new Map<string, Set<string>>()
  for (const {first, second} of duplicates) {
    const [one = [], other = []] = [first, second].map(({file: {path}}) => dirname(path).split(/[\\/]/))
    const depth = one.findIndex((part, i) => part !== other[i])
    const names = [one[depth], other[depth]].filter((name) => name !== undefined && name !== '.')
    if (names.length < 2) continue
    const parent = one.slice(0, depth).map((part) => `${part}/`).join('')
    children.set(parent, new Set([...children.get(parent) ?? [], ...names as string[]]))
  }
  const [most] = [...children].sort(([, a], [, b]) => b.size - a.size)
  if (most === undefined) return []
  const [parent, names] = most
  return [...names].sort(compareText).map((name) => ({name, folder: `${parent}${name}`}))
}

/** Environments as a part of .kadm.yaml. */
export const environmentsYaml = (environments: readonly ProposedEnvironment[]): string =>
  `environments:\n${environments.map(({name, folder}) => `  ${scalar(name)}:\n    files: [${scalar(folder)}]\n`).join('')}`

/** The same on one line. */
export const environmentsLine = (environments: readonly ProposedEnvironment[]): string =>
  `environments: {${environments.map(({name, folder}) => `${scalar(name)}: {files: [${scalar(folder)}]}`).join(', ')}}`

const scalar = (text: string): string => /^[a-z_][\w./-]*$/i.test(text) && !/^(?:y|n|yes|no|on|off|true|false|null)$/i.test(text) ? text : JSON.stringify(oneLine(text))
