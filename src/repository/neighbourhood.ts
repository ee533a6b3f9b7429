import {basename} from 'node:path'

import type {SourceFile} from '../source/source-file.js'

/** The files around those that are looked at, as far as they are in the same repository. Paths are absolute. */
export interface Neighbourhood {
  /** True of a file that is there, within the repository. */
  has(path: string): boolean
  /** The text of a file; undefined for one that is not there, cannot be read or lies outside of the repository. */
  read(path: string): SourceFile | undefined
  /** The files that were found. */
  readonly sources: readonly SourceFile[]
  /** True of a folder in which, or below which, the user asks for something. */
  isGiven(folder: string): boolean
  /** Where the repository of a file may begin, the most probable folder first. */
  rootsOf(path: string): readonly string[]
  /** The files named kustomization.yaml, kustomization.yml and Kustomization. */
  readonly kustomizations: readonly string[]
  /** A path as people are shown it. */
  show(path: string): string
}

/** The names that Kustomize looks for, in its order. */
export const kustomizationNames: readonly string[] = ['kustomization.yaml', 'kustomization.yml', 'Kustomization']

/** True of the path of a file with one of these names. */
export const isKustomizationName = (path: string): boolean => kustomizationNames.some((name) => path.endsWith(name) && basename(path) === name)

/** The file that makes a folder a Helm chart. */
export const chartName = 'Chart.yaml'
