import {expect} from 'chai'

import type {Diagnostic} from '../../src/lint/diagnostic.js'
import type {LintOptions} from '../../src/lint/lint.js'
import {lint} from '../../src/lint/lint-all.js'
import {SourceFile} from '../../src/source/source-file.js'
import {isReplayed, readVectors} from '../helpers/vectors.js'

interface RequestCase {
  readonly id: string
  readonly requests: readonly {readonly verb: string, readonly subresource?: string, readonly object: {readonly kind: string}}[]
  readonly responses: readonly {readonly code: number}[]
}

interface FileCase {
  readonly id: string
  readonly text: string
  readonly namespace: string
  readonly encoding?: string
  readonly stderr: string
  readonly exit: number
}

/** Errors of kadm for a text. Warnings are left out: kubectl and the server accept these texts. */
const errorsIn = (text: string, options: LintOptions): readonly Diagnostic[] =>
  lint([new SourceFile('f.yaml', text)], options).diagnostics.filter(({severity}) => severity === 'error')

/** The rules that an object breaks, by its text: many recordings send the same objects. */
const broken = new Map<string, readonly string[]>()

function brokenBy(text: string): readonly string[] {
  const rules = broken.get(text) ?? errorsIn(text, {namespace: 'ns'}).map(({ruleId}) => ruleId)
  broken.set(text, rules)
  return rules
}

/** Rules whose violations the defaults of a LimitRange can fix: it adds cpu requests for huge pages, and limits. */
const fixedByDefaults: ReadonlySet<string> = new Set(['resources/huge-pages', 'resources/limit-required'])

/** Kinds whose rejections depend only on the object. */
const judgedSeparately: ReadonlySet<string> = new Set(['LimitRange', 'ResourceQuota', 'PersistentVolumeClaim'])

describe('lint, compared with recorded answers', () => {
  for (const file of ['limitrange', 'limitrange-update', 'limitranger-pod', 'limitranger-pvc', 'limitranger-edge', 'quota', 'quota-admission', 'quota-update']) {
    it(`${file}: reports no errors for admitted objects, and errors for invalid policies and claims`, () => {
      for (const {id, requests, responses} of readVectors<RequestCase>(file).filter(isReplayed)) {
        for (const [i, {verb, subresource, object}] of requests.entries()) {
          const code = responses[i]?.code ?? 0
          if (verb !== 'create' || subresource !== undefined) continue
          const rules = brokenBy(JSON.stringify(object))
          const what = `${id}, request ${i}: ${rules.join(', ')}`
          if (code < 400) expect(rules.filter((rule) => !fixedByDefaults.has(rule)), what).to.deep.equal([])
          if ((code === 400 || code === 422) && judgedSeparately.has(object.kind)) expect(rules.length, what).to.be.above(0)
        }
      }
    })
  }

  it('reports errors in exactly the files that kubectl cannot send', () => {
    const isAboutReading = ({stderr, encoding}: FileCase): boolean => encoding === undefined && !/ is invalid:|no objects passed/.test(stderr)
    // Custom resources of the recorded cluster are unknown offline.
    const cases = readVectors<FileCase>('decode').filter(isAboutReading).filter(({stderr}) => !stderr.includes('example.org/v1'))
    expect(cases).to.have.length.above(450)
    for (const {id, text, namespace, stderr, exit} of cases) {
      // kubectl sends both declarations of an object.
      const errors = errorsIn(text, {namespace, isNamespaceGiven: true}).filter(({ruleId}) => ruleId !== 'manifest/duplicate-object')
      expect(errors.length > 0, `${id}: ${stderr}`).to.equal(exit !== 0)
    }
  })
})
