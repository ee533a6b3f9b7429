/** The values of `imagePullPolicy`. */
export const pullPolicies = ['Always', 'IfNotPresent', 'Never']
