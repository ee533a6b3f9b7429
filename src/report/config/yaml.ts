import {oneLine} from '../../machinery/printable.js'
import {printYaml} from '../../source/print-yaml.js'
import {comment} from '../yaml-comment.js'
import type {ShownSetting} from './shown-setting.js'

/** Settings as an equivalent configuration file, with comments on the source of each. */
export const configYaml = (settings: readonly ShownSetting[]): string =>
  settings.map(({name, value, source, from}) => value === undefined ? comment(`${name}: not set`) : comment(oneLine(from ?? source)) + printYaml([{[name]: value}])).join('')
