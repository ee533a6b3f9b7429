import type {Pod, PodSpec} from '../../../machinery/api/core-v1.js'
import {assign} from '../../../machinery/collections/immutable.js'
import {semanticEqual} from '../../../machinery/collections/semantic-equal.js'
import {type FieldError, forbidden} from '../../../machinery/field/error.js'
import {FieldPath} from '../../../machinery/field/path.js'
import {quote} from '../../../machinery/go/text.js'
import type {UpdateStrategy} from '../../kind.js'
import {withGeneration} from '../../shared/generation.js'
import {internalDiff} from '../../shared/internal-form.js'
import {isMirrorPod} from '../metadata/annotations.js'
import {storedForSubresource} from './update.js'

const path = FieldPath.of('spec', 'ephemeralContainers')

/** The `ephemeralcontainers` endpoint of pods: only the ephemeral containers of the request are stored. */
export const ephemeralContainersStrategy: UpdateStrategy<Pod> = {
  prepareForUpdate(pod, old) {
    const {ephemeralContainers = []} = pod.spec ?? {}
    const spec = assign<PodSpec>(old.spec ?? {}, {ephemeralContainers})
    return withGeneration({...storedForSubresource(pod, old), spec}, old, semanticEqual(spec, old.spec))
  },

  precheckUpdate: (_pod, old) => isMirrorPod(old)
    ? [forbidden(FieldPath.ofKey(''), 'static pods do not support ephemeral containers', 'pod/ephemeral-containers')] : [],

  validateUpdate: ({spec = {}}, old, version) => (old.spec?.ephemeralContainers ?? []).flatMap((was): FieldError[] => {
    const now = (spec.ephemeralContainers ?? []).findLast(({name}) => name === was.name)
    if (semanticEqual(now, was)) return []
    const change = now === undefined ? 'removed\n' : `changed\n${internalDiff('EphemeralContainer', was, now, version)}`
    return [forbidden(path, `existing ephemeral containers ${quote(was.name ?? '')} may not be ${change}`, 'pod/ephemeral-containers')]
  }),
}
