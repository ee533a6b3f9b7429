import {defaultVersion, hasFeature} from '../../machinery/version/kubernetes-version.js'
import type {KubeObject} from '../kind.js'
import {firstGeneration, withGeneration} from '../shared/generation.js'

// Older servers do not set the generation of autoscalers.

/** A new autoscaler in its first generation. */
export const withFirstGeneration = <T extends KubeObject>(object: T, version = defaultVersion): T =>
  hasFeature(version, 'hpaGeneration') ? firstGeneration(object) : object

/** Returns the autoscaler with the stored generation, incremented if its spec changed. */
export const withNextGeneration = <T extends KubeObject>(object: T, old: T, isUnchanged: boolean, version = defaultVersion): T =>
  hasFeature(version, 'hpaGeneration') ? withGeneration(object, old, isUnchanged) : object
