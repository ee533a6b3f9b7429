import {dirname, join, relative, sep} from '#platform/paths.js'

import type {Kustomization} from './kustomization.js'
import type {Skip} from './skipped.js'

/** Returns why a file is skipped as a patch that no kustomization uses. The kustomization is the nearest one. */
export function unusedPatch(path: string, kustomization: Kustomization): Skip | undefined {
  const {file} = kustomization
  if (isLeftPatch(path, kustomization)) return {reason: 'kustomize-patch', detail: `a patch by its name, which ${file.path} does not use`}
  const line = commentedPatchLine(kustomization, path)
  return line === undefined ? undefined : {reason: 'kustomize-patch', detail: `a patch that is commented out in ${file.path}:${line}`}
}

/** Returns true for a file that is a patch by its name, in the folder of a kustomization that does not use it: nothing deploys it. */
const isLeftPatch = (path: string, {folder}: Kustomization): boolean =>
  (dirname(path) === folder && /[-_]patch\.ya?ml$/i.test(path)) || dirname(path) === join(folder, 'patches')

/** The fields of a kustomization whose items are patches. */
const patchFields: ReadonlySet<string> = new Set(['patches', 'patchesStrategicMerge', 'patchesJson6902'])

/**
 * Returns the line of a commented-out patch entry that names the file, or undefined. Scaffolded operators use such entries for
 * optional features.
 */
function commentedPatchLine({file, folder}: Kustomization, path: string): number | undefined {
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
