import {relative, sep} from 'node:path'

import type {Kustomization} from './kustomization.js'

/** The fields of a kustomization whose items are patches. */
const patchFields: ReadonlySet<string> = new Set(['patches', 'patchesStrategicMerge', 'patchesJson6902'])

/**
 * Returns the line of a commented-out patch entry that names the file, or undefined. Scaffolded operators use such entries for
 * optional features.
 */
export function commentedPatchLine({file, folder}: Kustomization, path: string): number | undefined {
  const name = relative(folder, path).split(sep).join('/')
  if (name.startsWith('../') || !file.text.includes(name)) return undefined
  let field = ''
  for (const [i, line] of file.text.split('\n').entries()) {
    const header = /^(?:#\s?)?([A-Za-z0-9]+):\s*(?:#.*)?$/.exec(line)?.[1]
    if (header !== undefined && header !== 'target' && header !== 'path') field = header
    else if (patchFields.has(field) && commentedName(line) === name) return i + 1
  }
  return undefined
}

/** Returns the file that a commented-out list item names. */
const commentedName = (line: string): string | undefined => /^\s*#[#\s]*(?:-\s*)?(?:path:\s*)?["']?(?:\.\/)?([\w./-]+)["']?\s*$/.exec(line)?.[1]
