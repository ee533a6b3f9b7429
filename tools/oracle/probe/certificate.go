package main

import (
	"crypto/x509"
	"encoding/base64"
	"regexp"
)

var address = regexp.MustCompile(`tag:0x[0-9a-f]+`)

// certificateRequest reads a certificate request in DER, and checks its signature. Go prints an address in one message: it becomes one of the same form.
func certificateRequest(l line) {
	der, _ := base64.StdEncoding.DecodeString(str(l, "request"))
	request, err := x509.ParseCertificateRequest(der)
	if err != nil {
		l["formError"] = address.ReplaceAllString(err.Error(), "tag:0xc000000000")
		return
	}
	l["commonName"] = request.Subject.CommonName
	l["organizations"] = append([]string{}, request.Subject.Organization...)
	if err := request.CheckSignature(); err != nil {
		l["signatureError"] = err.Error()
	}
}
