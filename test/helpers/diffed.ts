import {diff, effectsIn} from '../../src/diff/diff.js'
import type {PluginSettings} from '../../src/diff/policy-changes.js'
import type {Diff, Effect} from '../../src/diff/types.js'
import {causeText, effectTexts} from '../../src/report/diff/texts.js'
import {capacity} from '../../src/simulate/capacity/capacity.js'
import type {SimulateOptions} from '../../src/simulate/simulate.js'
import type {Body} from './builders.js'
import {fileOf} from './simulated.js'

/** The policies and objects of one side. */
export interface Side {
  readonly trees?: readonly Body[]
  readonly files?: readonly Body[]
  readonly options?: SimulateOptions
}

const run = ({trees = [], files = [], options}: Side): ReturnType<typeof capacity> =>
  capacity({trees: [fileOf('tree.yaml', trees)], files: [fileOf('files.yaml', files)]}, {namespace: 'dev', ...options})

/** Compares the runs of two sides. */
export const compared = (before: Side, after: Side, server: readonly string[] = []): Diff =>
  diff(run(before), run(after), {server, configurations: {before: configurationsOf(before), after: configurationsOf(after)}})

const configurationsOf = ({options: {pluginConfigurations = {}} = {}}: Side): PluginSettings[] =>
  Object.entries(pluginConfigurations).map(([plugin, configuration]) => ({plugin, configuration: configuration}))

/** The differences as texts: `CAUSE | OBJECT: TEXT`. */
export const texts = (result: Diff): string[] => result.namespaces.flatMap(({causes}) => causes.flatMap(({cause, effects}) => effects.flatMap((effect) =>
  effectTexts(effect).map((text) => `${causeText(cause)} | ${effect.object.kind}/${effect.object.name}: ${text}`))))

/** The types of the differences. */
export const types = (result: Diff): string[] => effectsIn(result).map((effect: Effect) => effect.difference.type)

/** A pod with a container. */
export const pod = (name: string, resources: Body = {}): Body =>
  ({apiVersion: 'v1', kind: 'Pod', metadata: {name}, spec: {containers: [{name: 'app', image: 'i', resources}]}})

/** A LimitRange with an item for containers. */
export const limits = (item: Body, name = 'defaults'): Body => ({apiVersion: 'v1', kind: 'LimitRange', metadata: {name}, spec: {limits: [{type: 'Container', ...item}]}})

/** A ResourceQuota. */
export const quota = (hard: Body): Body => ({apiVersion: 'v1', kind: 'ResourceQuota', metadata: {name: 'compute'}, spec: {hard}})
