package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// servedResource is an entry of api-resources.json.
type servedResource struct {
	APIVersion string   `json:"apiVersion"`
	Kind       string   `json:"kind"`
	Resource   string   `json:"resource"`
	Singular   string   `json:"singular"`
	ShortNames []string `json:"shortNames"`
	Namespaced bool     `json:"namespaced"`
	// Verbs are there for kinds that cannot be created, read and changed alike.
	Verbs []string `json:"verbs,omitempty"`
}

// stableVersion matches the versions that servers serve by default: since 1.24, new beta versions are off.
var stableVersion = regexp.MustCompile(`^(.*/)?v[0-9]+$`)

// readResources returns the resources in the stable discovery documents of a version, by apiVersion and kind.
func readResources(repository string) []servedResource {
	files, err := filepath.Glob(filepath.Join(repository, "api/discovery/api*__v*.json"))
	check(err)
	var resources []servedResource
	for _, file := range files {
		var list meta.APIResourceList
		data, err := os.ReadFile(file)
		check(err)
		check(json.Unmarshal(data, &list))
		if !stableVersion.MatchString(list.GroupVersion) {
			continue
		}
		for _, found := range list.APIResources {
			if !strings.Contains(found.Name, "/") {
				resources = append(resources, describeResource(list.GroupVersion, found))
			}
		}
	}
	slices.SortFunc(resources, func(a, b servedResource) int {
		return strings.Compare(a.APIVersion+"/"+a.Kind, b.APIVersion+"/"+b.Kind)
	})
	return resources
}

func describeResource(groupVersion string, found meta.APIResource) servedResource {
	described := servedResource{
		APIVersion: groupVersion, Kind: found.Kind, Resource: found.Name, Singular: found.SingularName,
		ShortNames: append([]string{}, found.ShortNames...), Namespaced: found.Namespaced,
	}
	for _, verb := range []string{"create", "get", "update"} {
		if !slices.Contains(found.Verbs, verb) {
			described.Verbs = found.Verbs
		}
	}
	return described
}

// splitKind splits `apps/v1/Deployment` into apiVersion and kind.
func splitKind(name string) (apiVersion, kind string) {
	slash := strings.LastIndex(name, "/")
	return name[:slash], name[slash+1:]
}
