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
  readonly message: string
  /** What to write instead, where that is certain. */
  readonly hint?: string
  readonly related: readonly RelatedPlace[]
}

/** What a check may ask about objects besides what they hold. */
export interface CheckContext {
  /** The comments at a place of an object, and right above it. */
  readonly commentsAt: (place: PolicyPlace) => readonly string[]
}

/** A check of objects together. It sees only such as the server would take. */
export interface PolicyCheck {
  /** The kinds of the objects that it looks at. */
  readonly kinds: readonly AnyKind[]
  /** @param objects of one namespace, in the order of these kinds and by name, each name once */
  check(objects: readonly KubeObject[], context: CheckContext): PolicyFinding[]
}
