import {expect} from 'chai'
import {readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'

import {sharedKinds} from '../../src/kinds/index.js'
import {lintExample} from '../../src/lint/rules/example.js'
import {rules} from '../../src/lint/rules/index.js'
import {acceptedObjects} from '../helpers/accepted/index.js'
import {type FieldPlace, hasValueAt, kindOf, placeOf} from '../helpers/field-places.js'
import {type Reviewed, reviewedManifests, reviewedRecordings} from '../helpers/reviewed.js'
import {root} from '../helpers/run-kadm.js'

/** The origins of all errors about kinds and metadata in the source files of a folder. */
const originsIn = (folder: string): string[] => readdirSync(join(root, folder), {recursive: true, encoding: 'utf8'}).filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(join(root, folder, file), 'utf8')).filter((text) => !/^export (?:const rules: readonly Rule\[\]|type RuleId)/m.test(text))
  .flatMap((text) => [...text.matchAll(/'([a-z][a-z-]*\/[a-z][a-z-]*)'/g)].map(([, id = '']) => id))

/** Rules without a recording, each with the reason. */
const unrecorded: Readonly<Record<string, string>> = {
  'metadata/immutable': 'an update finds its object by what may not change; test/machinery/meta/object-meta.test.ts breaks it',
}

/** Kinds without rules or recordings, to which other objects refer. */
const ruleless: ReadonlySet<string> = new Set(['apiextensions.k8s.io/v1/CustomResourceDefinition', 'resource.k8s.io/v1/DeviceClass'])

/** Fields that no object may set, each with the reason. */
const alwaysRejected: readonly (readonly [RegExp, string])[] = [
  [/template\.spec\.ephemeralContainers$/, 'ephemeral containers are added to pods, and never to templates'],
  [/template\.spec\.activeDeadlineSeconds$/, 'the pods of these kinds are to run for ever'],
  [/ephemeralContainers\.\*\.(?:lifecycle|.*Probe|ports|resizePolicy|resources|restartPolicy(?:Rules)?|volumeMounts\.\*\.subPath(?:Expr)?)$/, 'an ephemeral container has none'],
  [/laimTemplate(?: spec)?\.metadata\.(?:name|generateName|namespace|finalizers)$/, 'a template of claims has labels and annotations, and the server chooses the rest'],
  [/Pod spec\.resources\.claims/, 'containers have claims, and a pod as a whole has none'],
  [/readinessProbe\.terminationGracePeriodSeconds$/, 'nothing ends when this probe fails'],
  [/CronJob .*\.selector$/, 'each job gets a selector of its own'],
  [/events\.k8s\.io\/v1\/Event (?:count|source|firstTimestamp|lastTimestamp)$/, 'older clients write these, by way of v1'],
]

describe('recordings of pods and kinds @slow', () => {
  const recorded: Reviewed[] = []
  before(() => recorded.push(...reviewedRecordings()))

  it('include an accepted and a rejected object of each kind', () => {
    const kinds = sharedKinds.map(({apiVersion, kind}) => `${apiVersion}/${kind}`).filter((kind) => !ruleless.has(kind))
    const have = (isAllowed: boolean): Set<string> => new Set(recorded.filter((reviewed) => reviewed.isAllowed === isAllowed).map(({object}) => kindOf(object)))
    const [accepted, rejected] = [have(true), have(false)]
    expect(kinds.filter((kind) => !accepted.has(kind) || !rejected.has(kind))).to.deep.equal([])
  })

  it('break every rule, together with the examples of the rules', () => {
    const broken = new Set<string>([
      ...recorded.flatMap(({errors}) => errors.map(({origin}) => origin)),
      ...rules.flatMap((rule) => lintExample(rule).diagnostics.map(({ruleId}) => ruleId)),
    ])
    const origins = new Set([...originsIn('src/kinds'), ...originsIn('src/machinery')].filter((id) => !id.startsWith('count/') && !/\/v\d/.test(id)))
    expect([...origins].filter((id) => !broken.has(id) && unrecorded[id] === undefined).sort()).to.deep.equal([])
  })

  describe('together with the manifests of the tests', () => {
    const [places, covered] = [new Map<string, FieldPlace>(), new Set<string>()]
    before(() => {
      const reviewed = [...recorded, ...reviewedManifests()]
      for (const place of reviewed.flatMap(({object, errors}) => errors.map((error) => placeOf(object, error)))) places.set(place.id, place)
      const accepted = [...reviewed.filter(({isAllowed}) => isAllowed), ...Object.values(acceptedObjects)]
      for (const place of places.values()) {
        if (accepted.some(({object}) => kindOf(object) === place.kind && hasValueAt(object, place))) covered.add(place.id)
      }
    })

    it('have an accepted object with a value at each rejected field', () => {
      const isRejected = (id: string): boolean => alwaysRejected.some(([pattern]) => pattern.test(id))
      expect(places.size).to.be.above(900)
      expect([...places.keys()].filter((id) => !covered.has(id) && !isRejected(id)).sort()).to.deep.equal([])
    })

    it('have no accepted object with a value at a forbidden field', () => {
      for (const [pattern, reason] of alwaysRejected) {
        const matching = [...places.keys()].filter((id) => pattern.test(id))
        expect(matching, `${String(pattern)}: ${reason}`).to.not.deep.equal([])
        expect(matching.filter((id) => covered.has(id)), `${String(pattern)}: ${reason}`).to.deep.equal([])
      }
    })
  })
})
