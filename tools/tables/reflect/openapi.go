package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
)

// openAPITables is api-required.json.
type openAPITables struct {
	// Packages are the names of the packages that are not in io.k8s.api.
	Packages map[string]string `json:"packages"`
	// Definitions are the names of the types that read and print themselves.
	Definitions map[string]string `json:"definitions"`
	// Required are the fields that a type must have, in the order of the document.
	Required map[string][]string `json:"required"`
}

type openAPIDocument struct {
	Definitions map[string]struct {
		Required []string `json:"required"`
	} `json:"definitions"`
}

// readRequired returns the required fields of all types in the tables and of all kinds that are served.
func readRequired(repository string, scheme *runtime.Scheme, fields fieldTables, resources []servedResource) openAPITables {
	tables := openAPITables{map[string]string{}, map[string]string{}, map[string][]string{}}
	document := readOpenAPI(repository)
	for t := range ownShapes {
		if name := openAPIName(t); hasDefinition(document, name) {
			tables.Definitions[t.String()] = name
		}
	}
	for name, t := range fields.goTypes {
		tables.add(document, name, t)
	}
	for _, served := range resources {
		if t := typeOfKind(scheme, served.APIVersion, served.Kind); t != nil {
			tables.add(document, nameOf(t), t)
		}
	}
	return tables
}

func (tables *openAPITables) add(document openAPIDocument, name string, t reflect.Type) {
	full := openAPIName(t)
	if !hasDefinition(document, full) {
		return
	}
	family, version, _ := strings.Cut(name, "/")
	if !strings.HasPrefix(full, "io.k8s.api.") {
		tables.Packages[family] = strings.TrimSuffix(full, "."+version)
	}
	if required := document.Definitions[full].Required; len(required) > 0 {
		tables.Required[name] = required
	}
}

func readOpenAPI(repository string) openAPIDocument {
	var document openAPIDocument
	data, err := os.ReadFile(filepath.Join(repository, "api/openapi-spec/swagger.json"))
	check(err)
	check(json.Unmarshal(data, &document))
	return document
}

func hasDefinition(document openAPIDocument, name string) bool {
	_, isThere := document.Definitions[name]
	return isThere
}

// openAPIName returns the name of a Go type in OpenAPI documents: `io.k8s.api.core.v1.Pod`.
func openAPIName(t reflect.Type) string {
	parts := strings.Split(t.PkgPath(), "/")
	domain := strings.Split(parts[0], ".")
	for left, right := 0, len(domain)-1; left < right; left, right = left+1, right-1 {
		domain[left], domain[right] = domain[right], domain[left]
	}
	return strings.Join(append(append(domain, parts[1:]...), t.Name()), ".")
}
