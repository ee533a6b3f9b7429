import {duplicate, type FieldError, invalid, NamedText, notSupported, required} from '../../machinery/field-error.js'
import {FieldPath} from '../../machinery/field-path.js'
import {ipFamily, ipFaults} from '../../machinery/ip.js'
import {isHeadless} from './traits.js'
import type {ServiceSpec} from './types.js'

const spec = FieldPath.of('spec')

const clusterIPsPath = spec.child('clusterIPs')

const familiesPath = spec.child('ipFamilies')

const policyPath = spec.child('ipFamilyPolicy')
