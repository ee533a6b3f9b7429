/** Two constraints of Gatekeeper for the comparison: a limit of at most one CPU for each container, and no image with the tag latest. */
export const constraints = `apiVersion: templates.gatekeeper.sh/v1
kind: ConstraintTemplate
metadata: {name: comparedcontainers}
spec:
  crd: {spec: {names: {kind: ComparedContainers}}}
  targets:
    - target: admission.k8s.gatekeeper.sh
      code:
        - engine: K8sNativeValidation
          source:
            variables:
              - name: containers
                expression: "object.kind == 'Pod' ? object.spec.containers : object.spec.template.spec.containers"
            validations:
              - expression: "variables.containers.all(c, !has(c.resources) || !has(c.resources.limits) || !('cpu' in c.resources.limits) || quantity(c.resources.limits.cpu).compareTo(quantity('1')) <= 0)"
                message: a container has a limit of more than one CPU
              - expression: "variables.containers.all(c, !c.image.endsWith(':latest'))"
                message: an image has the tag latest
---
apiVersion: constraints.gatekeeper.sh/v1beta1
kind: ComparedContainers
metadata: {name: containers}
spec:
  match:
    kinds:
      - {apiGroups: [""], kinds: [Pod]}
      - {apiGroups: [apps], kinds: [Deployment]}
`
