// A webhook receiver without dependencies: verifies each request and prints one line per event.
//
// Usage: go run receiver.go <secret> [port]
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

const tolerance = 5 * time.Minute

type event struct {
	TriggerEvent string `json:"triggerEvent"`
	Payload      struct {
		UID   string `json:"uid"`
		Title string `json:"title"`
	} `json:"payload"`
}

// keyOf is what is behind the prefix, in base64; a text of one's own is a key as it stands.
func keyOf(secret string) ([]byte, error) {
	if strings.HasPrefix(secret, "whsec_") {
		return base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	}
	return []byte(secret), nil
}

// isGenuine tells whether one of the signatures is ours for exactly these bytes, made within the last five minutes.
func isGenuine(key []byte, header http.Header, body []byte) bool {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > tolerance {
		return false
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.", id, timestamp)
	mac.Write(body)
	expected := mac.Sum(nil)
	for _, signature := range strings.Fields(header.Get("webhook-signature")) {
		given, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(signature, "v1,"))
		if strings.HasPrefix(signature, "v1,") && err == nil && hmac.Equal(given, expected) {
			return true
		}
	}
	return false
}

func main() {
	key, err := keyOf(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	port := "4000"
	if len(os.Args) > 2 {
		port = os.Args[2]
	}
	var seen sync.Map
	http.HandleFunc("/", func(response http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		if err != nil || !isGenuine(key, request.Header, body) {
			fmt.Println("refused: not signed with this secret")
			response.WriteHeader(http.StatusUnauthorized)
			return
		}
		var told event
		if err := json.Unmarshal(body, &told); err != nil {
			response.WriteHeader(http.StatusBadRequest)
			return
		}
		id, again := request.Header.Get("webhook-id"), ""
		if _, found := seen.LoadOrStore(id, true); found {
			again = " (again)"
		}
		fmt.Printf("verified %s %s %s %s%s\n", id, told.TriggerEvent, told.Payload.UID, told.Payload.Title, again)
		response.WriteHeader(http.StatusNoContent)
	})
	listener, err := net.Listen("tcp", ":"+port)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("listening on http://localhost:%d\n", listener.Addr().(*net.TCPAddr).Port)
	log.Fatal(http.Serve(listener, nil))
}
