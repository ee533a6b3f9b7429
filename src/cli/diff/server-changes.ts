import {isDeepStrictEqual} from 'node:util'

import {defaultVersion} from '../../machinery/version/kubernetes-version.js'
import type {PerSide} from '../../diff/types.js'
import type {ServerSetup} from '../server-setup.js'

type ServerOptions = ServerSetup['options']

/** The flags of the API server that list plugins. */
const pluginLists = ['enableAdmissionPlugins', 'disableAdmissionPlugins', 'admissionControl'] as const

/** Returns the flags of the API server that differ, in words: `Kubernetes 1.35 → 1.36`. */
export function serverChanges({before, after}: PerSide<ServerOptions>): string[] {
  const [from, to] = [before.kubernetesVersion ?? defaultVersion, after.kubernetesVersion ?? defaultVersion]
  const [privileged, stillPrivileged] = [before.allowPrivileged ?? true, after.allowPrivileged ?? true]
  return [
    ...from === to ? [] : [`Kubernetes ${from} → ${to}`],
    ...privileged === stillPrivileged ? [] : [`allowPrivileged ${privileged} → ${stillPrivileged}`],
    ...pluginLists.flatMap((name) => isDeepStrictEqual(namesIn(before[name]), namesIn(after[name])) ? [] : [`${name} ${listText(before[name])} → ${listText(after[name])}`]),
  ]
}

const namesIn = (names: readonly string[] | undefined): readonly string[] => [...names ?? []].sort()

const listText = (names: readonly string[] | undefined): string => names === undefined || names.length === 0 ? 'none' : names.join(',')
