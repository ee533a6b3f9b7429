import {expect} from 'chai'

import {validateProjected} from '../../../../src/kinds/pod/volumes/projected.js'
import {tokenVolume} from '../../../../src/kinds/pod/volumes/token-volume.js'
import type {ProjectedVolumeSource} from '../../../../src/machinery/api/core-v1.js'
import {freezeAll, share} from '../../../../src/machinery/collections/shared.js'
import {FieldPath} from '../../../../src/machinery/field/path.js'

const errorsAt = (projected: ProjectedVolumeSource, i: number): string[] =>
  validateProjected(projected, FieldPath.of('spec', 'volumes').index(i).child('projected'), '1.36').map(String)

describe('validateProjected', () => {
  it('accepts the volume of a token in any place', () => {
    const {projected = {}} = tokenVolume('kube-api-access-abcde')
    expect([0, 1].map((i) => errorsAt(projected, i))).to.deep.equal([[], []])
  })

  it('rejects a shared volume in each of its places', () => {
    const projected = share(freezeAll<ProjectedVolumeSource>({sources: [{serviceAccountToken: {path: 'token', expirationSeconds: 5}}]}))
    expect([0, 1].map((i) => errorsAt(projected, i))).to.deep.equal([0, 1].map((i) =>
      [`spec.volumes[${i}].projected.sources[0].serviceAccountToken.expirationSeconds: Invalid value: 5: may not specify a duration less than 10 minutes`]))
  })
})
