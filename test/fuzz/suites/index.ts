import {bytes} from './bytes.js'
import {commandLines} from './command-lines.js'
import {configuration} from './configuration.js'
import {events} from './events.js'
import {fields} from './fields.js'
import {manifests} from './manifests.js'
import {policyTests} from './policy-tests.js'
import {settings} from './settings.js'
import {largeShapes, shapes} from './shapes.js'
import type {Suite} from './suite.js'
import {yaml} from './yaml.js'

/** All suites. */
export const suites: readonly Suite<unknown>[] = [
  bytes, yaml, manifests, configuration, events, settings, policyTests, commandLines, shapes, largeShapes, fields,
]
