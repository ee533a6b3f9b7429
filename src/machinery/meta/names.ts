import {byteLength, quote} from '../go/text.js'

// The syntax of Kubernetes' names. Each check returns Kubernetes' messages about an invalid text, and none for a valid one
// (k8s.io/apimachinery pkg/util/validation and pkg/api/validate/content).

const none: readonly string[] = []

/**
 * The message about a text that does not match a pattern (`RegexError`).
 *
 * @param examples of texts that match. Upstream lists them with two blanks before each `or`.
 */
export function regexMessage(text: string, pattern: string, ...examples: string[]): string {
  const listed = examples.map((example) => `'${example}', `).join(' or ')
  return `${text} (${listed === '' ? '' : 'e.g. '}${listed}regex used for validation is '${pattern}')`
}

/** The message about a text that is too long (`MaxLenError`); upstream says characters here and bytes there, and counts bytes. */
export const lengthMessage = (maximum: number, unit: 'bytes' | 'characters'): string => `must be no more than ${maximum} ${unit}`

/** A pattern and a largest size for a text, with the messages about texts that break them. */
interface Format {
  readonly pattern: RegExp
  readonly patternMessage: string
  readonly maximum: number
  readonly maximumMessage: string
}

function check(value: string, {pattern, patternMessage, maximum, maximumMessage}: Format): readonly string[] {
  const isMatch = matches(value, pattern)
  // A text that matches is ASCII, so that its length is its size in bytes.
  if (isMatch && value.length <= maximum) return none
  const messages = byteLength(value) > maximum ? [maximumMessage] : []
  if (!isMatch) messages.push(patternMessage)
  return messages
}

/** The size of the largest request that the API server reads. Patterns, which may exhaust the stack, need not try anything larger. */
const requestLimit = 3 * 1024 * 1024

const matches = (value: string, pattern: RegExp): boolean => value.length <= requestLimit && pattern.test(value)

const whole = (pattern: string): RegExp => new RegExp(`^${pattern}$`)

const labelPattern = '[a-z0-9]([-a-z0-9]*[a-z0-9])?'

const subdomainPattern = `${labelPattern}(\\.${labelPattern})*`

const subdomainFormat: Format = {
  pattern: whole(subdomainPattern),
  patternMessage: regexMessage(
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', "
      + 'and must start and end with an alphanumeric character',
    subdomainPattern, 'example.com',
  ),
  maximum: 253,
  maximumMessage: lengthMessage(253, 'characters'),
}

/** A DNS-1123 subdomain, the rule for most names: `example.com`. */
export const dns1123Subdomain = (value: string): readonly string[] => check(value, subdomainFormat)

const wildcardPattern = `\\*\\.${subdomainPattern}`

const wildcardFormat: Format = {
  ...subdomainFormat,
  pattern: whole(wildcardPattern),
  patternMessage: regexMessage(
    "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, "
      + "which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character",
    wildcardPattern, '*.example.com',
  ),
}

/** A DNS-1123 subdomain below which all names are meant: `*.example.com` (`IsWildcardDNS1123Subdomain`). */
export const wildcardSubdomain = (value: string): readonly string[] => check(value, wildcardFormat)

const longNameFormat: Format = {...subdomainFormat, maximumMessage: lengthMessage(253, 'bytes')}

/** A DNS-1123 subdomain in the words of upstream's newer checks, which count bytes (`LongName`). */
export const longName = (value: string): readonly string[] => check(value, longNameFormat)

const labelFormat: Format = {
  pattern: whole(labelPattern),
  patternMessage: regexMessage(
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', "
      + 'and must start and end with an alphanumeric character',
    labelPattern, 'my-name', '123-abc',
  ),
  maximum: 63,
  maximumMessage: lengthMessage(63, 'characters'),
}

const dottedLabelFormat: Format = {...labelFormat, patternMessage: 'must not contain dots'}

/** A DNS-1123 label, the rule for namespaces and names that become host names: `my-name`. */
export function dns1123Label(value: string): readonly string[] {
  const messages = check(value, labelFormat)
  return messages.length > 0 && matches(value, subdomainFormat.pattern) ? check(value, dottedLabelFormat) : messages
}

const dns1035Pattern = '[a-z]([-a-z0-9]*[a-z0-9])?'

const dns1035Format: Format = {
  pattern: whole(dns1035Pattern),
  patternMessage: regexMessage(
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', "
      + 'start with an alphabetic character, and end with an alphanumeric character',
    dns1035Pattern, 'my-name', 'abc-123',
  ),
  maximum: 63,
  maximumMessage: lengthMessage(63, 'characters'),
}

/** A DNS-1035 label, which does not start with a digit: the names of Services up to Kubernetes 1.35. */
export const dns1035Label = (value: string): readonly string[] => check(value, dns1035Format)

const keyNamePattern = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]'

const keyNameMessage = regexMessage(
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  keyNamePattern, 'MyName', 'my.name', '123-abc',
)

const keyNameFormat: Format = {
  pattern: whole(keyNamePattern),
  patternMessage: keyNameMessage,
  maximum: 63,
  maximumMessage: lengthMessage(63, 'bytes'),
}

const qualifiedNamePattern = whole(`(?:(?=[^/]{1,253}/)${subdomainPattern}/)?(?=[^/]{1,63}$)${keyNamePattern}`)

const qualifiedNameMessage =
  `a valid label key ${keyNameMessage} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`

const emptyMessage = 'must be non-empty'

/** A label key, the rule for many other names too: `name` or `example.com/name`. */
export const qualifiedName = (value: string): readonly string[] =>
  qualifiedNamePattern.test(value) ? none : qualifiedNameMessages(value.split('/'))

function qualifiedNameMessages(parts: string[]): string[] {
  if (parts.length > 2) return [qualifiedNameMessage]
  const name = parts.pop() ?? ''
  const prefixMessages = parts.flatMap((prefix) => prefix === '' ? [emptyMessage] : longName(prefix))
  const nameMessages = [...name === '' ? [emptyMessage] : none, ...check(name, keyNameFormat)]
  return [...prefixMessages.map((message) => `prefix part ${message}`), ...nameMessages.map((message) => `name part ${message}`)]
}

/** The key of an annotation: as that of a label, and in any case (`ValidateAnnotations`). */
export const annotationKey = (value: string): readonly string[] => qualifiedName(lowerCase(value))

/** Go's strings.ToLower, which makes a plain `i` of U+0130 where JavaScript leaves a dot above it. */
export const lowerCase = (text: string): string => text.replaceAll('\u0130', 'i').toLowerCase()

const labelValuePattern = `(${keyNamePattern})?`

const labelValueFormat: Format = {
  pattern: whole(labelValuePattern),
  patternMessage: regexMessage(
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', "
      + 'and must start and end with an alphanumeric character',
    labelValuePattern, 'MyValue', 'my_value', '12345',
  ),
  maximum: 63,
  maximumMessage: lengthMessage(63, 'bytes'),
}

/** The value of a label; it may be empty. */
export const labelValue = (value: string): readonly string[] => check(value, labelValueFormat)

/** A name that can be one segment of a URL's path, which every name must be; an empty one passes (`IsPathSegmentName`). */
export const pathSegmentName = (value: string): readonly string[] =>
  value === '.' || value === '..' ? [`may not be '${value}'`] : pathSegmentPrefix(value)

/** The beginning of a name that will be one segment of a URL's path (`IsPathSegmentPrefix`). */
export function pathSegmentPrefix(value: string): readonly string[] {
  const illegal = ['/', '%'].filter((character) => value.includes(character))
  return illegal.map((character) => `may not contain '${character}'`)
}

/** Why no object of this name can be asked for: the name would be no part of a URL (client-go rest `Request.Name`). Undefined if one can. */
export function impossibleName(name: string): string | undefined {
  if (name === '') return 'resource name may not be empty'
  const errors = pathSegmentName(name)
  return errors.length === 0 ? undefined : `invalid resource name ${quote(name)}: [${errors.join(' ')}]`
}

const configKeyPattern = '[-._a-zA-Z0-9]+'

const configKeyFormat: Format = {
  pattern: whole(configKeyPattern),
  patternMessage: regexMessage("a valid config key must consist of alphanumeric characters, '-', '_' or '.'", configKeyPattern, 'key.name', 'KEY_NAME', 'key-name'),
  maximum: 253,
  maximumMessage: lengthMessage(253, 'characters'),
}

/** A key of a ConfigMap or Secret, which may become the name of a file (`IsConfigMapKey`). */
export const configKey = (value: string): readonly string[] => [...check(value, configKeyFormat), ...pathErrors(value)]

function pathErrors(value: string): readonly string[] {
  if (value === '.' || value === '..') return [`must not be '${value}'`]
  return value.startsWith('..') ? ["must not start with '..'"] : none
}

const cIdentifierPattern = '[A-Za-z_][A-Za-z0-9_]*'

const cIdentifierForm = whole(cIdentifierPattern)

const cIdentifierMessage = regexMessage(
  "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_'",
  cIdentifierPattern, 'my_name', 'MY_NAME', 'MyName',
)

/** A name as programming languages have them (`IsCIdentifier`). */
export const cIdentifier = (value: string): readonly string[] => matches(value, cIdentifierForm) ? none : [cIdentifierMessage]

const envVarMessage = "a valid environment variable name must consist only of printable ASCII characters other than '='"

/** The name of an environment variable as kubelets take it (`IsRelaxedEnvVarName`). */
export const envVarName = (value: string): readonly string[] => /^[ -<>-~]*$/.test(value) ? none : [envVarMessage]

const httpHeaderPattern = '[-A-Za-z0-9]+'

const httpHeaderForm = whole(httpHeaderPattern)

const httpHeaderMessage = regexMessage("a valid HTTP header must consist of alphanumeric characters or '-'", httpHeaderPattern, 'X-Header-Name')

/** The name of a header of HTTP (`IsHTTPHeaderName`). */
export const httpHeaderName = (value: string): readonly string[] => matches(value, httpHeaderForm) ? none : [httpHeaderMessage]

const underscoreLabel = '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?'

const underscorePattern = `${underscoreLabel}(\\.${underscoreLabel})*`

const underscoreFormat: Format = {
  ...subdomainFormat,
  pattern: whole(underscorePattern),
  patternMessage: regexMessage(
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', "
      + 'and must start and end with an alphanumeric character',
    underscorePattern, 'example.com',
  ),
}

/** A DNS-1123 subdomain that may have underscores, the rule for search domains (`IsDNS1123SubdomainWithUnderscore`). */
export const dns1123SubdomainWithUnderscore = (value: string): readonly string[] => check(value, underscoreFormat)

// A name that the server generates ends in five random characters, which cannot be known.

/** Placeholder for them while a request is evaluated; a valid suffix. */
export const suffixPlaceholder = 'zzxzz'

/** The suffix in output. */
export const shownSuffix = 'XXXXX'

/** The name under which an object with a shown name can be referred to in a request, where a placeholder is not valid. */
export const validName = (shown: string): string => shown.endsWith(`-${shownSuffix}`) ? shown.slice(0, -shownSuffix.length) + suffixPlaceholder : shown
