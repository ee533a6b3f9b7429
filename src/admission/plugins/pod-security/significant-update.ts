import type {Container, Pod} from '../../../machinery/api/core-v1.js'

/** True if an update of a pod adds or removes containers, or changes an image (admission `isSignificantPodUpdate`). */
export function isSignificantUpdate({spec: now = {}}: Pod, {spec: before = {}}: Pod): boolean {
  return differ(now.containers, before.containers) || differ(now.initContainers, before.initContainers)
    || (now.ephemeralContainers ?? []).some(({name, image}) => {
      const old = before.ephemeralContainers?.find((other) => other.name === name)
      return old === undefined || (old.image ?? '') !== (image ?? '')
    })
}

const differ = (now: readonly Container[] = [], before: readonly Container[] = []): boolean =>
  now.length !== before.length || now.some(({image = ''}, i) => image !== (before[i]?.image ?? ''))
