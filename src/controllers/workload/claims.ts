import type {JsonObject} from '../../machinery/decode/encode.js'

/** A claim template of a StatefulSet. */
export interface ClaimTemplate {
  readonly metadata?: {readonly name?: string, readonly labels?: JsonObject, readonly annotations?: JsonObject}
  readonly spec?: JsonObject
}

interface Volume {
  readonly name?: string
}

/** The kind of the objects created from a claim template. */
export const claimKind = {apiVersion: 'v1', kind: 'PersistentVolumeClaim'} as const

/** The name of the claim that a template creates for a pod of a StatefulSet. */
export const claimName = ({metadata: {name = ''} = {}}: ClaimTemplate, podName: string): string => `${name}-${podName}`

/** The ordinal of the pod that a claim belongs to, by the name of the claim; undefined if the name does not match the template. */
export function ordinalOf(template: ClaimTemplate, set: string, name: string): number | undefined {
  const prefix = claimName(template, `${set}-`)
  if (!name.startsWith(prefix)) return undefined
  const ordinal = Number(name.slice(prefix.length))
  return name === `${prefix}${ordinal}` ? ordinal : undefined
}

/** The claim created from a template, with the labels that the StatefulSet selects (getPersistentVolumeClaims). */
export function claimOf({metadata = {}, spec = {}}: ClaimTemplate, name: string, selected: JsonObject = {}): JsonObject {
  const {labels, annotations} = metadata
  return {...claimKind, metadata: {name, labels: {...labels, ...selected}, ...annotations && {annotations}}, spec}
}

/** Adds the volumes of a pod's claims, which replace volumes of the same names (updateStorage). */
export function withClaims(spec: JsonObject | undefined, templates: readonly ClaimTemplate[], podName: string): JsonObject {
  if (templates.length === 0) return {}
  const names = new Set(templates.map(({metadata}) => metadata?.name))
  const others = ((spec?.['volumes'] ?? []) as readonly Volume[]).filter(({name}) => !names.has(name))
  const claimed = templates.map((template) =>
    ({name: template.metadata?.name ?? '', persistentVolumeClaim: {claimName: claimName(template, podName)}}))
  return {volumes: [...claimed, ...others] as unknown as JsonObject[]}
}
