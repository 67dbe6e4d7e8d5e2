"""What Python's OAuth libraries do with a service: `oauth-libraries.py <library> <settings as JSON>`.

Each gets a token, calls, introspects, revokes, calls again, and prints what it saw as JSON.
"""

import json
import os
import sys

library, settings = sys.argv[1], json.loads(sys.argv[2])
issuer, client_id, client_secret = settings["issuer"], settings["client_id"], settings["client_secret"]
os.environ["AUTHLIB_INSECURE_TRANSPORT"] = os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"

import requests  # noqa: E402

metadata = requests.get(f"{issuer}/.well-known/oauth-authorization-server").json()


def seen(session, token, introspect, revoke):
    call = lambda: session.get(f"{issuer}/api/templates").status_code  # noqa: E731
    calls = [call()]
    active = [introspect().json()["active"]]
    revoked = revoke().status_code
    calls.append(call())
    active.append(introspect().json()["active"])
    print(json.dumps({"token": sorted(token), "calls": calls, "active": active, "revoked": revoked}))


def by_authlib(method="client_secret_basic", secret=client_secret):
    from authlib.integrations.requests_client import OAuth2Session
    from authlib.oauth2.rfc7523 import PrivateKeyJWT

    methods = {"token_endpoint_auth_method": method, "revocation_endpoint_auth_method": method}
    session = OAuth2Session(client_id, secret, **methods)
    if method == "private_key_jwt":
        session.register_client_auth_method(PrivateKeyJWT(metadata["token_endpoint"]))
    token = session.fetch_token(metadata["token_endpoint"], grant_type="client_credentials")
    access = token["access_token"]
    introspect = lambda: session.introspect_token(  # noqa: E731
        metadata["introspection_endpoint"], token=access, token_type_hint="access_token"
    )
    revoke = lambda: session.revoke_token(  # noqa: E731
        metadata["revocation_endpoint"], token=access, token_type_hint="access_token"
    )
    seen(session, token, introspect, revoke)


def by_requests_oauthlib():
    from oauthlib.oauth2 import BackendApplicationClient
    from requests_oauthlib import OAuth2Session

    session = OAuth2Session(client=BackendApplicationClient(client_id=client_id))
    token = session.fetch_token(metadata["token_endpoint"], client_id=client_id, client_secret=client_secret)
    # The library supports neither, so `requests` sends the request.
    ask = lambda endpoint: requests.post(  # noqa: E731
        metadata[endpoint], data={"token": token["access_token"]}, auth=(client_id, client_secret)
    )
    seen(session, token, lambda: ask("introspection_endpoint"), lambda: ask("revocation_endpoint"))


if library == "authlib":
    by_authlib(settings.get("method", "client_secret_basic"), settings.get("key", client_secret))
else:
    by_requests_oauthlib()
