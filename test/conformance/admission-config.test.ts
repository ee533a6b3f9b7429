import {expect} from 'chai'

import type {StartUpStage} from '../../src/admission/start-up-error.js'
import type {FileError} from '../../src/configuration/file-error.js'
import {type AdmissionConfiguration, readAdmissionConfigurationFile} from '../../src/configuration/read-configuration.js'
import type {EventRateLimitConfiguration} from '../../src/machinery/rate-limit/event-limit.js'
import {SourceFile} from '../../src/source/source-file.js'
import {isReplayed, readVectors} from '../helpers/vectors.js'

interface Case {
  readonly id: string
  /** Texts of files by their path relative to the folder, which the vectors call DIR. */
  readonly files: Readonly<Record<string, string>>
  /** The limits of the EventRateLimit configuration. */
  readonly limits?: readonly unknown[]
  /** The stage at which the server stops, and its error. */
  readonly stage?: StartUpStage
  readonly error?: string
}

const folder = '/dir'

const inFolder = (text: string): string => text.replaceAll('DIR', folder)

/** Reads the configuration of a case like a server with EventRateLimit enabled. */
function read({files}: Case): AdmissionConfiguration {
  const texts = new Map(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, inFolder(text)]))
  const readFile = (path: string): SourceFile | FileError => {
    const text = texts.get(path)
    return text === undefined ? {operation: 'open', errorNumber: 2} : new SourceFile(path, text)
  }
  return readAdmissionConfigurationFile(`${folder}/config.yaml`, {readFile, plugins: {enableAdmissionPlugins: ['EventRateLimit']}})
}

/** The limits in Go's JSON form: a cacheSize of 0 is omitted. */
function limitsOf({configurations}: AdmissionConfiguration): unknown {
  const {limits} = (configurations['EventRateLimit'] ?? {}) as EventRateLimitConfiguration
  return limits?.map(({cacheSize = 0, ...limit}) => ({...limit, ...cacheSize !== 0 && {cacheSize}}))
}

const prefixes: Readonly<Record<StartUpStage, string>> = {
  plugin: '',
  exit: '',
  read: 'failed to apply admission: failed to read plugin config: ',
  decode: 'failed to apply admission: couldn\'t init admission plugin "EventRateLimit": ',
  validate: 'failed to apply admission: couldn\'t init admission plugin "EventRateLimit": ',
  initialize: 'failed to apply admission: failed to initialize admission plugin "EventRateLimit": ',
}

describe('recorded answers: admission-config', () => {
  const cases = readVectors<Case>('admission-config')

  it('contain all cases', () => expect(cases).to.have.length(156))

  for (const vector of cases.filter(isReplayed)) {
    it(vector.id, () => {
      const found = read(vector)
      const {limits, stage, error} = vector
      expect(found.error?.reason).to.equal(error === undefined ? undefined : inFolder(error))
      expect(found.error?.stage).to.equal(stage)
      expect(limitsOf(found)).to.deep.equal(limits)
      expect(found.error?.message).to.equal(stage && `${prefixes[stage]}${inFolder(error ?? '')}`)
      expect(found.problems.some(({severity}) => severity === 'error')).to.equal(error !== undefined)
    })
  }
})
