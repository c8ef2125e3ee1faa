// Made for these tests alone: the certificates of receiver.example, signed with the key they certify.
export const key = `-----BEGIN EC PRIVATE KEY-----
MHcCAQEEINZ/mL0/sF/YYHEH6PG/+D0vt3wxSJozTgOCZOb6dNKaoAoGCCqGSM49
AwEHoUQDQgAEP+on1zaUdDpxHvopKxiGsk9kW3Yqs/+oFa85WXaHaWgtCazBw2uE
Rt740m3INEmodiiXS9XCqeK/ZyKkn7DwAg==
-----END EC PRIVATE KEY-----
`;

/** Valid from 2001 to 2126. */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBZjCCAQugAwIBAgIBAjAKBggqhkjOPQQDAjAbMRkwFwYDVQQDDBByZWNlaXZl
ci5leGFtcGxlMCAXDTAxMDEwMTAwMDAwMFoYDzIxMjYwMTAxMDAwMDAwWjAbMRkw
FwYDVQQDDBByZWNlaXZlci5leGFtcGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcD
QgAEP+on1zaUdDpxHvopKxiGsk9kW3Yqs/+oFa85WXaHaWgtCazBw2uERt740m3I
NEmodiiXS9XCqeK/ZyKkn7DwAqM+MDwwGwYDVR0RBBQwEoIQcmVjZWl2ZXIuZXhh
bXBsZTAdBgNVHQ4EFgQUIxGeHJKI4VMGGlv6F07lohNPYekwCgYIKoZIzj0EAwID
SQAwRgIhANenDjSTnuhgs+yQWpp/KIxvbMYzqINnO2KTbObbt+kNAiEAt9+AKUZ4
K6EQxUsfz9oiJVpyr7jIcTQgTcmhfsyN5ss=
-----END CERTIFICATE-----
`;

/** Valid for a day of 2001. */
export const expired = `-----BEGIN CERTIFICATE-----
MIIBHTCBxAIBATAKBggqhkjOPQQDAjAbMRkwFwYDVQQDDBByZWNlaXZlci5leGFt
cGxlMB4XDTAxMDEwMTAwMDAwMFoXDTAxMDEwMjAwMDAwMFowGzEZMBcGA1UEAwwQ
cmVjZWl2ZXIuZXhhbXBsZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABD/qJ9c2
lHQ6cR76KSsYhrJPZFt2KrP/qBWvOVl2h2loLQmswcNrhEbe+NJtyDRJqHYol0vV
wqniv2cipJ+w8AIwCgYIKoZIzj0EAwIDSAAwRQIhAO4VGFCrk7xcXHdo2gqnIPUT
qvmYIoh93TIatDmsV1OaAiBzQmtUWwZwvLH/KnLpnV3JKuVCocPeT9icgSO3dEWu
hw==
-----END CERTIFICATE-----
`;
