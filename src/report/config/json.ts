import {jsonText} from '../json-text.js'
import type {ShownSetting} from './shown-setting.js'

/** Settings as JSON; the contract is schemas/config-print.schema.json. */
export const configJson = (settings: readonly ShownSetting[]): string =>
  jsonText({version: 1, settings: settings.map(({name, value = null, source, from}) => ({name, value, source, from}))})
