/** When an image is pulled. */
export const pullPolicies = ['Always', 'IfNotPresent', 'Never']
