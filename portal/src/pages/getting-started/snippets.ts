type Place = { url: string; clientId: string }

/** Code samples never contain the secret: they read it from the environment. */
export const secretLine = "export ATELIER_CLIENT_SECRET='atl_cs_…'"

export const snippets: { id: string; label: string; code(place: Place): string }[] = [
  { id: 'curl', label: 'curl', code: curl },
  { id: 'typescript', label: 'TypeScript', code: typescript },
  { id: 'python', label: 'Python', code: python },
  { id: 'php', label: 'PHP', code: php },
]

function curl({ url, clientId }: Place) {
  return `TOKEN=$(curl -s ${url}/oauth/access-token \\
  -H 'Content-Type: application/json' \\
  -d '{"client_id":"${clientId}","client_secret":"'"$ATELIER_CLIENT_SECRET"'"}' \\
  | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')

curl -s '${url}/api/templates?per_page=3&fields=id,name,status' \\
  -H "Authorization: Bearer $TOKEN"`
}

function typescript({ url, clientId }: Place) {
  return `const url = '${url}'

const access = await fetch(\`\${url}/oauth/access-token\`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({
    client_id: '${clientId}',
    client_secret: process.env.ATELIER_CLIENT_SECRET,
  }),
})
if (!access.ok) throw new Error(await access.text())
const { token } = await access.json()

const templates = await fetch(\`\${url}/api/templates?per_page=3\`, {
  headers: { Authorization: \`Bearer \${token.access_token}\` },
})
console.log((await templates.json()).data)`
}

function python({ url, clientId }: Place) {
  return `import os
import requests

url = "${url}"

access = requests.post(f"{url}/oauth/access-token", json={
    "client_id": "${clientId}",
    "client_secret": os.environ["ATELIER_CLIENT_SECRET"],
}, timeout=10)
access.raise_for_status()
token = access.json()["token"]["access_token"]

templates = requests.get(
    f"{url}/api/templates",
    params={"per_page": 3},
    headers={"Authorization": f"Bearer {token}"},
    timeout=10,
)
print(templates.json()["data"])`
}

function php({ url, clientId }: Place) {
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
        'client_secret' => getenv('ATELIER_CLIENT_SECRET'),
    ]),
])['token']['access_token'];

print_r(call("$url/api/templates?per_page=3", [
    CURLOPT_HTTPHEADER => ["Authorization: Bearer $token"],
])['data']);`
}
