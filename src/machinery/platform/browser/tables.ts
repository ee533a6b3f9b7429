import fields from '../../schema/api-fields.json' with {type: 'json'}
import internal from '../../schema/api-internal.json' with {type: 'json'}
import patch from '../../schema/api-patch.json' with {type: 'json'}
import printed from '../../schema/api-printed.json' with {type: 'json'}
import required from '../../schema/api-required.json' with {type: 'json'}
import resources from '../../schema/api-resources.json' with {type: 'json'}
import {part} from './parts.js'

/** The tables by their paths. Those of other versions than the default are loaded when they are first needed. */
const tables: Readonly<Record<string, () => unknown>> = {
  './api-fields.json': () => fields,
  './api-internal.json': () => internal,
  './api-patch.json': () => patch,
  './api-printed.json': () => printed,
  './api-required.json': () => required,
  './api-resources.json': () => resources,
  './differences/1.34.json': part(async () => (await import('../../schema/differences/1.34.json', {with: {type: 'json'}})).default),
  './differences/1.35.json': part(async () => (await import('../../schema/differences/1.35.json', {with: {type: 'json'}})).default),
  './differences/1.37.json': part(async () => (await import('../../schema/differences/1.37.json', {with: {type: 'json'}})).default),
}

/** Returns a table of src/machinery/schema/. */
export const readTable = (path: string): unknown => tables[path]?.()
