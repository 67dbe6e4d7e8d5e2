export type Place = {
  url: string
  clientId: string
  /**
   * The secret is known only right after the client was created. Otherwise, the code reads it from the
   * environment.
   */
  secret: string | undefined
}

export const secretLine = "export ATELIER_CLIENT_SECRET='atl_cs_…'"

export const snippets: { id: string; label: string; code(place: Place): string }[] = [
  { id: 'curl', label: 'curl', code: curl },
  { id: 'typescript', label: 'TypeScript', code: typescript },
  { id: 'sdk', label: 'TypeScript SDK', code: sdk },
  { id: 'python', label: 'Python', code: python },
  { id: 'php', label: 'PHP', code: php },
]

function curl({ url, clientId, secret }: Place) {
  return `${secret ? `ATELIER_CLIENT_SECRET='${secret}'\n\n` : ''}TOKEN=$(curl -s ${url}/oauth/access-token \\
  -H 'Content-Type: application/json' \\
  -d '{"client_id":"${clientId}","client_secret":"'"$ATELIER_CLIENT_SECRET"'"}' \\
  | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')

curl -s '${url}/api/templates?per_page=3&fields=id,name,status' \\
  -H "Authorization: Bearer $TOKEN"`
}

function typescript({ url, clientId, secret }: Place) {
  return `const url = '${url}'

const access = await fetch(\`\${url}/oauth/access-token\`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({
    client_id: '${clientId}',
    client_secret: ${secret ? `'${secret}'` : 'process.env.ATELIER_CLIENT_SECRET'},
  }),
})
if (!access.ok) throw new Error(await access.text())
const { token } = await access.json()

const templates = await fetch(\`\${url}/api/templates?per_page=3\`, {
  headers: { Authorization: \`Bearer \${token.access_token}\` },
})
console.log((await templates.json()).data)`
}

function sdk({ url, clientId, secret }: Place) {
  return `// npm install @atelier/client
import { Atelier } from '@atelier/client'

const atelier = new Atelier({
  url: '${url}',
  clientId: '${clientId}',
  clientSecret: ${secret ? `'${secret}'` : 'process.env.ATELIER_CLIENT_SECRET!'},
})

const { data } = await atelier.templates.list({ per_page: 3 }).page()
console.log(data)`
}

function python({ url, clientId, secret }: Place) {
  return `import json
${secret ? '' : 'import os\n'}import urllib.request

url = "${url}"


def call(path, headers, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url + path, data, headers)
    with urllib.request.urlopen(request, timeout=10) as response:
        return json.load(response)


token = call("/oauth/access-token", {"Content-Type": "application/json"}, {
    "client_id": "${clientId}",
    "client_secret": ${secret ? `"${secret}"` : 'os.environ["ATELIER_CLIENT_SECRET"]'},
})["token"]["access_token"]

templates = call("/api/templates?per_page=3", {"Authorization": f"Bearer {token}"})
print(templates["data"])`
}

function php({ url, clientId, secret }: Place) {
  return `<?php
$url = '${url}';

function call(string $url, array $options): array
{
    $request = curl_init($url);
    curl_setopt_array($request, $options + [CURLOPT_RETURNTRANSFER => true, CURLOPT_TIMEOUT => 10]);
    $body = curl_exec($request);
    if (curl_getinfo($request, CURLINFO_RESPONSE_CODE) >= 400 || $body === false) {
        throw new RuntimeException($body ?: curl_error($request));
    }
    return json_decode($body, true);
}

$token = call("$url/oauth/access-token", [
    CURLOPT_HTTPHEADER => ['Content-Type: application/json'],
    CURLOPT_POSTFIELDS => json_encode([
        'client_id' => '${clientId}',
        'client_secret' => ${secret ? `'${secret}'` : "getenv('ATELIER_CLIENT_SECRET')"},
    ]),
])['token']['access_token'];

print_r(call("$url/api/templates?per_page=3", [
    CURLOPT_HTTPHEADER => ["Authorization: Bearer $token"],
])['data']);`
}
