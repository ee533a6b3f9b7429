package main

import (
	"encoding/json"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/jsonmergepatch"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
	"k8s.io/client-go/kubernetes/scheme"

	jsonpatch "gopkg.in/evanphx/json-patch.v4"
)

// strategicMerge computes the patch that kubectl apply sends, and the object that it makes of the current one. Kinds that are not built in are
// merged as JSON.
func strategicMerge(l line) {
	raw := func(field string) []byte { data, _ := json.Marshal(l[field]); return data }
	original, modified, current := raw("original"), raw("modified"), raw("current")
	var kind struct{ APIVersion, Kind string }
	_ = json.Unmarshal(current, &kind)
	built, err := scheme.Scheme.New(schema.FromAPIVersionAndKind(kind.APIVersion, kind.Kind))
	var patch, result []byte
	if err == nil {
		var meta strategicpatch.PatchMetaFromStruct
		if meta, err = strategicpatch.NewPatchMetaFromStruct(built); err != nil {
			panic(err)
		}
		patch, err = strategicpatch.CreateThreeWayMergePatch(original, modified, current, meta, true)
		if err == nil {
			l["patch"] = json.RawMessage(patch)
			result, err = strategicpatch.StrategicMergePatch(current, patch, built)
		}
	} else {
		patch, err = jsonmergepatch.CreateThreeWayJSONMergePatch(original, modified, current)
		if err == nil {
			l["patch"] = json.RawMessage(patch)
			result, err = jsonpatch.MergePatch(current, patch)
		}
	}
	if err != nil {
		l["error"] = err.Error()
		return
	}
	l["result"] = json.RawMessage(result)
}
