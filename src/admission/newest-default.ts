import type {KubeObject} from '../kinds/kind.js'
import {compareText} from '../machinery/go/text.js'

/**
 * Returns the default class for objects that name none: of several classes with one of these annotations, the newest, then the first by
 * name (pkg/volume/util `GetDefaultClass`, DefaultIngressClass `getDefaultClass`).
 */
export const newestDefault = <T extends KubeObject>(classes: readonly T[], annotations: readonly string[]): T | undefined =>
  classes.filter(({metadata}) => annotations.some((annotation) => metadata.annotations?.[annotation] === 'true')).sort(byAge)[0]

/** The newest first, then by name. */
const byAge = (a: KubeObject, b: KubeObject): number =>
  compareText(b.metadata.creationTimestamp ?? '', a.metadata.creationTimestamp ?? '') || compareText(a.metadata.name ?? '', b.metadata.name ?? '')
