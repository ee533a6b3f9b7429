import type {AnyKind, KubeObject} from '../kinds/kind.js'
import type {PolicyPlace} from './policy-place.js'

/** Another place that has to do with a finding. */
export interface RelatedPlace extends PolicyPlace {
  readonly message: string
}

/** Something in objects that the server takes each by itself, and that nobody wants of them together. */
export interface PolicyFinding extends PolicyPlace {
  readonly ruleId: string
  readonly severity: 'error' | 'warning' | 'info'
  /** True of an error that is one in a single object too: there is no server that takes MetadataPolicies, so that none has a say in it. */
  readonly isErrorAlone?: boolean
  readonly message: string
  /** What to write instead, where that is certain. */
  readonly hint?: string
  readonly related: readonly RelatedPlace[]
}

/** What a check may ask about objects besides what they hold. */
export interface CheckContext {
  /** The comments at a place of an object, and right above it. */
  readonly commentsAt: (place: PolicyPlace) => readonly string[]
  /** False of a place that has its value by default. */
  readonly isWritten: (place: PolicyPlace) => boolean
}

/** Objects that a check looks at beside policies. */
export interface CheckSubjects {
  readonly kinds: readonly AnyKind[]
  /** False of objects of which there is nothing to be said, whatever the policies are: they are not kept. */
  concern(object: KubeObject): boolean
}

/** A check of objects together. It sees only such as the server would take. */
export interface PolicyCheck {
  /** The kinds of the policies that it looks at. Where there is none of the first kind, it has nothing to say. */
  readonly kinds: readonly AnyKind[]
  /** What else it looks at; where there is none of these, it has nothing to say either. */
  readonly subjects?: CheckSubjects
  /** @param objects of one namespace: policies in the order of these kinds and by name, each name once, then subjects by name */
  check(objects: readonly KubeObject[], context: CheckContext): PolicyFinding[]
}
