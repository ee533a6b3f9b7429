import type {PodCertificateProjection, Volume, VolumeProjection} from '../../../machinery/api/core-v1.js'
import {append} from '../../../machinery/collections/append.js'
import {rememberShared} from '../../../machinery/collections/shared.js'
import type {FieldPath} from '../../../machinery/field/path.js'
import {quote} from '../../../machinery/go/text.js'
import {claimSpecWarnings} from '../../persistent-volume-claim/claim-spec.js'

// Warnings about volumes (spec pod 5, rows 6 and 7).

/** The warnings about deprecated sources, with their names upstream, before and after the warnings of claims. */
const deprecations: readonly (readonly [source: keyof Volume, text: string, name?: string])[] = [
  ['photonPersistentDisk', 'deprecated in v1.11, non-functional in v1.16+'],
  ['gitRepo', 'deprecated in v1.11, and disabled by default in v1.33+'],
  ['scaleIO', 'deprecated in v1.16, non-functional in v1.22+'],
  ['flocker', 'deprecated in v1.22, non-functional in v1.25+'],
  ['storageos', 'deprecated in v1.22, non-functional in v1.25+', 'storageOS'],
  ['quobyte', 'deprecated in v1.22, non-functional in v1.25+'],
  ['glusterfs', 'deprecated in v1.25, non-functional in v1.26+'],
  ['cephfs', 'deprecated in v1.28, non-functional in v1.31+'],
  ['rbd', 'deprecated in v1.28, non-functional in v1.31+'],
]

/** Returns the warnings about the volumes of a pod; the path is that of the volumes. */
export const volumeWarnings = (volumes: readonly Volume[], path: FieldPath): string[] => [
  ...volumes.flatMap((volume, i) => sourceWarnings(volume, path.index(i))),
  ...volumes.flatMap(overlapWarnings),
]

function sourceWarnings(volume: Volume, path: FieldPath): string[] {
  const template = volume.ephemeral?.volumeClaimTemplate
  return [
    ...deprecations.filter(([source]) => volume[source] !== undefined).map(([source, text, name = source]) => `${path.child(name)}: ${text}`),
    ...template === undefined ? [] : claimSpecWarnings(template.spec ?? {}, path.child('ephemeral', 'volumeClaimTemplate', 'spec')),
  ]
}

/** A file in a volume, and its source if sources differ between files. */
interface VirtualFile {
  readonly path: string
  readonly source: string
}

const overlapWarnings = rememberShared(({name = '', configMap, secret, downwardAPI, projected}: Volume): readonly string[] => {
  const warn = (description: string, files: readonly VirtualFile[]): string[] =>
    overlaps(files).map((text) => `volume ${quote(name)} (${description}): overlapping paths: ${text}`)
  return [
    ...configMap?.items === undefined ? [] : warn(`ConfigMap ${quote(configMap.name ?? '')}`, filesOf(configMap.items, '')),
    ...secret?.items === undefined ? [] : warn(`Secret ${quote(secret.secretName ?? '')}`, filesOf(secret.items, '')),
    ...downwardAPI?.items === undefined ? [] : warn('DownwardAPI', filesOf(downwardAPI.items, '')),
    ...projected?.sources === undefined ? [] : projectedWarnings(name, projected.sources),
  ]
})

function projectedWarnings(name: string, sources: readonly VolumeProjection[]): string[] {
  const earlier = new EarlierFiles()
  return sources.flatMap((source) => {
    if (Object.keys(source).length === 0) return [`volume ${quote(name)} (Projected) has no sources provided`]
    return overlaps(projectedFiles(source), earlier).map((text) => `volume ${quote(name)} (Projected): overlapping paths: ${text}`)
  })
}

const filesOf = (items: readonly {readonly path?: string}[], source: string): VirtualFile[] => items.map(({path = ''}) => ({path: withoutFinalSlashes(path), source}))

function withoutFinalSlashes(path: string): string {
  let end = path.length
  while (path.charAt(end - 1) === '/') end--
  return path.slice(0, end)
}

/** Returns the files of a source of a projected volume: those of its first type. */
function projectedFiles(source: VolumeProjection): VirtualFile[] {
  const {configMap, secret, downwardAPI, serviceAccountToken: token, clusterTrustBundle: bundle, podCertificate: certificate} = source
  if (configMap?.items !== undefined) return filesOf(configMap.items, `ConfigMap ${quote(configMap.name ?? '')}`)
  if (secret?.items !== undefined) return filesOf(secret.items, `Secret ${quote(secret.name ?? '')}`)
  if (downwardAPI?.items !== undefined) return filesOf(downwardAPI.items, 'DownwardAPI')
  if (token !== undefined) return filesOf([token], 'ServiceAccountToken')
  if (bundle !== undefined) return filesOf([bundle], `ClusterTrustBundle ${quote(bundle.name ?? bundle.signerName ?? '')}`)
  return certificate === undefined ? [] : certificateFiles(certificate)
}

const certificateFiles = ({certificateChainPath, keyPath, credentialBundlePath}: PodCertificateProjection): VirtualFile[] => [
  ...certificateChainPath ? filesOf([{path: certificateChainPath}], 'PodCertificate chain') : [],
  ...keyPath ? filesOf([{path: keyPath}], 'PodCertificate key') : [],
  ...credentialBundlePath ? filesOf([{path: credentialBundlePath}], 'PodCertificate credential bundle') : [],
]

/** Limit on warnings: the server does not send more. */
const maxOverlaps = 1000

/** The earlier files of a volume, without duplicates, by their paths and folders. */
class EarlierFiles {
  private readonly files = new Map<string, VirtualFile>()
  private readonly paths = new Set<string>()
  private readonly folders = new Set<string>()

  add(file: VirtualFile): void {
    this.files.set(shown(file), file)
    this.paths.add(file.path)
    for (const folder of foldersOf(file.path)) this.folders.add(folder)
  }

  /** Returns the earlier files with the same path, with a path above it, or with a path below it. */
  overlapping({path}: VirtualFile): VirtualFile[] {
    const isPossible = path.length > longestPath || this.paths.has(path) || this.folders.has(path) || foldersOf(path).some((folder) => this.paths.has(folder))
    return isPossible ? [...this.files.values()].filter((other) => isOverlap(`${path}/`, `${other.path}/`)) : []
  }
}

/** Maximum length of a path whose folders are checked one by one. */
const longestPath = 4096

const foldersOf = (path: string): string[] =>
  path.length > longestPath ? [] : [...path.matchAll(/\//g)].map(({index}) => path.slice(0, index))

/** Returns a warning for each file whose path equals, contains or is contained in that of an earlier file. */
function overlaps(files: readonly VirtualFile[], earlier = new EarlierFiles()): string[] {
  const found: string[] = []
  for (const file of files) {
    if (file.path === '' || found.length > maxOverlaps) continue
    append(found, earlier.overlapping(file).map((other) => `${shown(file)} with ${shown(other)}`))
    earlier.add(file)
  }
  return found
}

const isOverlap = (a: string, b: string): boolean => a.startsWith(b) || b.startsWith(a)

const shown = ({path, source}: VirtualFile): string => source === '' ? quote(path) : `${quote(path)} (${source})`
