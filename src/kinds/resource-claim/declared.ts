import type {DeclaredRule, FieldOrder} from '../declared-rules.js'

const order: FieldOrder = new Map([
  'requests', 'constraints', 'config', 'exactly', 'firstAvailable', 'deviceClassName', 'selectors', 'allocationMode', 'tolerations', 'key', 'operator', 'effect',
  'matchAttribute', 'distinctAttribute', 'opaque', 'driver',
].map((field, i) => [field, i + 1]))

const attributes: DeclaredRule = {
  field: /\.(?:matchAttribute|distinctAttribute)$/,
  types: ['Invalid', 'TooLong'],
  words: [[/^the (domain|name) must not be empty$/, '$1 must not be empty'], [/^domain/, 'prefix'], [/^(?=a lowercase RFC 1123 subdomain|must be no more)/, 'prefix: ']],
}

const drivers: DeclaredRule = {
  field: /\.opaque\.driver$/,
  types: ['Required', 'Invalid', 'TooLong'],
  words: [
    [/^a lowercase (RFC 1123 subdomain must consist of )lower case (alphanumeric.*)example\.com/, 'an $1$2Example.com'],
    [/^(may not be more than 63 )bytes$/, '$1characters'],
  ],
}

/** The rules that the types of ResourceClaims also declare. */
export const declaredOfClaims: readonly DeclaredRule[] = ([
  {field: /\.devices\.requests\[\d+\]$/, types: ['Duplicate'], shows: 'resource/v1.DeviceRequest'},
  {field: /\.firstAvailable\[\d+\]$/, types: ['Duplicate'], shows: 'resource/v1.DeviceSubRequest'},
  {
    field: /\.(?:devices\.requests|firstAvailable|selectors|firstAvailable\[\d+\]\.deviceClassName|allocationMode|tolerations\[\d+\]\.(?:key|operator|effect))$/,
    types: ['TooMany', 'Required', 'Invalid', 'NotSupported'],
  },
  {field: /\.(?:constraints|constraints\[\d+\]\.requests(?:\[\d+\])?)$/, types: ['TooMany', 'Duplicate']},
  attributes,
  {field: /\.(?:config|config\[\d+\]\.requests(?:\[\d+\])?)$/, types: ['TooMany', 'Duplicate']},
  drivers,
] satisfies DeclaredRule[]).map((rule) => ({...rule, order}))

/** The rules that the type of DeviceClasses also declares. */
export const declaredOfClasses: readonly DeclaredRule[] = [
  {field: /^metadata\.name$/, types: ['Required', 'Invalid']},
  {field: /^spec\.(?:selectors|config)$/, types: ['TooMany']},
  drivers,
  {field: /^spec\.extendedResourceName$/, types: ['Invalid']},
]
