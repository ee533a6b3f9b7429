import {compareText} from '../machinery/go/text.js'
import {oneLine} from '../machinery/printable.js'
import type {Manifest} from '../manifests/manifest.js'
import type {Repository} from '../repository/repository.js'

/**
 * A note if objects were sent unchanged although kustomizations would change them. It names the kustomization that
 * changes most of them.
 */
export function kustomizeNote(manifests: readonly Manifest[], repository: Repository | undefined): string[] {
  const counts = new Map<string, number>()
  let changed = 0
  for (const {body, document: {file}} of manifests) {
    const folders = repository?.changedIn(file.path, body) ?? []
    if (folders.length > 0) changed++
    for (const folder of folders) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  const [first, ...others] = [...counts].sort(([a, m], [b, n]) => n - m || compareText(a, b)).map(([folder]) => oneLine(folder))
  if (first === undefined) return []
  const who = others.length === 0 ? `${first} changes` : `${first} and ${others.length} more ${others.length === 1 ? 'kustomization' : 'kustomizations'} change`
  const render = others.length === 0 ? `--kustomize ${first} sends what it makes of them` : `each is rendered with --kustomize, such as --kustomize ${first}`
  return [`${who} ${changed} of these objects: ${render}`]
}
