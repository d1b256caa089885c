"""Players who register themselves before the event: by a page for everybody and a private link, accepted by the desk or by themselves."""

from django.urls import path

from tournament.access.slices import Mark, Slice
from tournament.slices.registration import pages, public
from tournament.slices.registration.line import waiting_in
from wording import gettext_noop

SLICE = Slice(
    "registration",
    pages=(
        path("entries/registrations/", pages.index, name="desk_registrations"),
        path("entries/registrations/open/", pages.open_or_close, name="desk_open_registration"),
        path("entries/registrations/settings/", pages.settings, name="desk_registration_settings"),
        path("entries/registrations/<int:number>/link/", pages.new_link, name="desk_registration_link"),
    ),
    found=((gettext_noop("Registrations"), "desk_registrations"),),
    marks={
        "day": Mark("director/entries/registrations/_to_accept.html", pages.to_accept),
        "entries": Mark("director/entries/registrations/_link.html"),
        "entries.none": Mark("director/entries/registrations/_of_none.html"),
        "settings.extra": Mark("director/entries/registrations/_of_extra.html"),
        "mine": Mark("registration/_mine.html", public.of_mine),
        "public.event": Mark("registration/_to_register.html", public.registers),
    },
    unversioned=waiting_in,
    phone_pages=(
        path("register/", public.register, name="register"),
        path("r/<slug:token>/", public.by_link, name="registration"),
        path("p/<int:player>/registration/", public.by_phone, name="device_registration"),
    ),
    settled=pages.open_if_switched_on,
)
